import { TRPCClientError } from '@trpc/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { WordDiff } from '../../diff/word-diff.tsx';
import { Input, Select, Textarea } from '../forms/field.tsx';
import { Card } from '../layout/card.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { ErrorBlock } from '../layout/states.tsx';
import { Table } from '../layout/table.tsx';
import { Badge } from './badge.tsx';
import { IdChip } from './id-chip.tsx';
import { LearnedText, RedactedText } from './learned-text.tsx';

const HIDDEN = 'pay\u202eload\u200b\u200b';
/** All that stays of a page is what a browser would show: none of these may be among it. */
const HIDDEN_IN_MARKUP = /[\u202e\u200b\u2066\u{e0020}-\u{e007e}]/u;

describe('learned text', () => {
  it('is marked, named for who does not see, and isolated from its surroundings', () => {
    const markup = renderToStaticMarkup(<LearnedText text={HIDDEN} />);
    expect(markup).toMatch(/^<bdi dir="auto">pay<span role="img" dir="ltr"/);
    expect(markup).toContain('aria-label="hidden character: right-to-left override, U+202E"');
    expect(markup).toContain('>U+202E</span>load');
    expect(markup).toContain('>U+200B × 2</span></bdi>');
    expect(markup).not.toMatch(HIDDEN_IN_MARKUP);
  });

  it('is never read as HTML', () => {
    expect(renderToStaticMarkup(<LearnedText text="<b>x</b>" />)).toContain('&lt;b&gt;x&lt;/b&gt;');
  });

  it('is marked between labels of what was redacted', () => {
    const markup = renderToStaticMarkup(<RedactedText text={`to [EMAIL] ${HIDDEN}`} />);
    expect(markup).toContain('redacted: email');
    expect(markup).toContain('U+202E');
    expect(markup).not.toMatch(HIDDEN_IN_MARKUP);
  });
});

const DATA = { kind: 'invalid', detail: HIDDEN, requestId: null, problems: null };
const CALL_ERROR = new TRPCClientError('', { result: { error: { message: '', code: -32603, data: DATA } } });

describe('what all pages are made of', () => {
  it.each([
    ['a page’s head', <PageHeader key="1" title={HIDDEN} finding={HIDDEN} />],
    [
      'a card',
      <Card key="2" title={HIDDEN} note={HIDDEN}>
        {null}
      </Card>,
    ],
    [
      'a badge',
      <Badge key="3" title={HIDDEN}>
        {HIDDEN}
      </Badge>,
    ],
    ['an id', <IdChip key="4" id={HIDDEN} label="Id" />],
    [
      'a table',
      <Table
        key="5"
        caption="Rows"
        columns={[{ key: 'a', header: 'A', cell: () => HIDDEN }]}
        rows={[1]}
        rowKey={String}
      />,
    ],
    ['an error', <ErrorBlock key="6" what="save" error={CALL_ERROR} />],
    [
      'a choice',
      <Select
        key="7"
        label={HIDDEN}
        hint={HIDDEN}
        options={[{ value: 'a', label: HIDDEN }]}
        onValueChange={() => undefined}
      />,
    ],
  ])('%s marks it', (_, element) => {
    const markup = renderToStaticMarkup(element);
    expect(markup).toContain('U+202E');
    expect(markup).not.toMatch(HIDDEN_IN_MARKUP);
  });

  it('a field keeps what is typed, and says below it what is hidden there', () => {
    const onChange = () => undefined;
    for (const field of [
      <Input key="1" label="Name" value={`${HIDDEN}\u202e`} onChange={onChange} />,
      <Textarea key="2" label="Text" value={`${HIDDEN}\u202e`} onChange={onChange} />,
    ]) {
      const markup = renderToStaticMarkup(field);
      expect(markup).toContain('Hidden in the text:');
      expect(markup.match(/role="img"/g)).toHaveLength(2);
      const [, described = ''] = /aria-describedby="([^"]+)"/.exec(markup) ?? [];
      expect(markup).toContain(`<p id="${described}"`);
    }
    expect(renderToStaticMarkup(<Input label="Name" value="plain" onChange={onChange} />)).not.toContain(
      'Hidden',
    );
  });
});

describe('a word diff', () => {
  it('marks what is hidden where all is new or all is gone', () => {
    expect(renderToStaticMarkup(<WordDiff before={null} after={HIDDEN} />)).toContain('>U+202E</span>load');
    expect(renderToStaticMarkup(<WordDiff before={HIDDEN} after={null} />)).toContain('>U+202E</span>load');
  });

  it.each(['inline', 'side'] as const)(
    'marks what is hidden in inserted, deleted and standing words: %j',
    (layout) => {
      const before = 'ship\u200b the old\u202e parcel\u2066';
      const after = 'ship\u200b the new\u00ad parcel\u2066';
      const markup = renderToStaticMarkup(<WordDiff before={before} after={after} layout={layout} />);
      expect(markup).toMatch(/<del[^>]*>(?:(?!<\/del>).)*U\+202E/);
      expect(markup).toMatch(/<ins[^>]*>(?:(?!<\/ins>).)*U\+00AD/);
      expect(markup).toMatch(/U\+200B<\/span> the/);
      expect(markup).not.toMatch(/[\u202e\u200b\u2066\u00ad]/);
    },
  );

  it('says all words in the order in which they are stored, whatever turns them round', () => {
    const textOf = (markup: string) =>
      markup.replaceAll(/<[^>]*>/g, '').replaceAll(/added: |removed: |[+±−]/g, '');
    const text = 'Transfer \u202eto the attacker\u202c only after approval';
    const whole = textOf(renderToStaticMarkup(<WordDiff before={null} after={text} />));
    const changed = textOf(renderToStaticMarkup(<WordDiff before="Transfer" after={text} />));
    expect(changed).toBe(whole);
    expect(whole.replaceAll(/U\S{4}/g, '')).toBe(text.replaceAll(/[\u202e\u202c]/g, ''));
  });
});
