import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';

describe('analyze', () => {
  it('brings the forms of a word together', () => {
    expect(analyze('Refunding orders')).toEqual(analyze('refund ORDER'));
    expect(analyze('she went and bought children')).toEqual(analyze('she goes to buy a child'));
  });

  it('drops stop words, also with apostrophes of either kind', () => {
    expect(analyze("I don't and you isn’t of the")).toEqual([]);
    expect(analyze("GitHub's")).toEqual(analyze('github'));
  });

  it('keeps an identifier whole and adds its parts', () => {
    expect(analyze('getUserName')).toEqual(['getusernam', ...analyze('get user name')]);
    expect(analyze('HTTPServer')).toEqual(['httpserver', ...analyze('http server')]);
    expect(analyze('refund-orders refund_orders')).toEqual([
      ...analyze('refund orders'),
      ...analyze('refund orders'),
    ]);
  });

  it('tells programming languages apart', () => {
    expect(analyze('C++ C# C')).toEqual(['c++', 'c#', 'c']);
    expect(analyze('issue #5')).toEqual(analyze('issue 5'));
  });

  it('cuts scripts without spaces into overlapping pairs', () => {
    expect(analyze('退款订单')).toEqual(['退款', '款订', '订单']);
    expect(analyze('東京で')).toEqual(['東京', '京で']);
    expect(analyze('税')).toEqual(['税']);
    expect(analyze('退款订单。'.repeat(40))).toHaveLength(120);
    expect(analyze('API退款')).toEqual(['退款', 'api']);
  });
});
