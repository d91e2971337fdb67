/** Statements about one person are told from rules about anybody. */
import { describe, expect, it } from 'vitest';
import { isAboutPerson } from './person-facts.ts';

describe('a text', () => {
  it.each([
    'The user prefers short tables',
    'Alice Miller prefers tea',
    'Alice lives in Bern',
    'Mr. Smith handles refunds',
    'Her birthday is in May',
    'The customer is named Jonas Weber',
    'Send it to joe@evil.test',
    'Call +41 44 668 18 00',
    'Der Nutzer bevorzugt kurze Antworten',
    "L'utilisateur préfère le français",
    'Пользователь предпочитает кофе',
    '用户偏好简短回答',
    'ユーザーは短い回答を好みます',
    '사용자는 짧은 답변을 선호합니다',
    'ผู้ใช้ชอบคำตอบสั้น',
    'المستخدم يفضل الردود القصيرة',
    'उपयोगकर्ता को छोटे उत्तर पसंद हैं',
    'Kullanıcı kısa yanıtları tercih ediyor',
    'She wants reports on Monday',
    "Maria's phone number is in the CRM",
    'El usuario prefiere respuestas cortas',
    "L'utente preferisce risposte brevi",
    'Answer Ada Lovelace politely, she likes poems',
  ])('tells about a person: %s', (text) => expect(isAboutPerson(text)).toBe(true));

  it.each([
    'If the user prefers mail, send it by mail',
    'Ask which format the customer wants',
    'Customers prefer refunds to vouchers',
    'Use Visual Studio Code',
    'Google Cloud works best in europe',
    'Rollbacks of billing take an hour',
    'The staging cluster is rebuilt on Mondays',
    'Check whether the user likes the draft',
    'Compare the invoice total with the order before paying',
    'Quote the customer’s own words when handing a ticket over',
    'The service named Atlas needs migrations',
    'Confirm the customer’s address before shipping',
    'Call `load_glossary` ahead of `translate_manual`, which fails otherwise.',
    'The order must be unlocked before the refund',
    'Die Migration läuft vor dem Neustart',
  ])('tells about nobody: %s', (text) => expect(isAboutPerson(text)).toBe(false));
});
