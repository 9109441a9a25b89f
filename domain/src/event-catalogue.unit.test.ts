import { expect, it } from 'vitest';
import type { AuditRule } from './audit-rule.ts';
import { categoryOfType, eventDefinition } from './event-catalogue.ts';
import { streamOf } from './testing/recorded-events.ts';
import { sampleEvents, sampleIds } from './testing/sample-events.ts';

it('the catalogue files every event under the category of its stream', () => {
  const misfiled = sampleEvents.filter((event) => streamOf(event).split('-', 1)[0] !== categoryOfType(event.type));
  expect(misfiled).toEqual([]);
});

/** The sentence of an event, and what is written under it, with the facts in place and a name for each person and group. */
const said = (type: string, data: object): readonly string[] => {
  const rule = eventDefinition(type)?.audit;
  if (rule === undefined || rule === 'unlisted') return [];
  const { facts = [], say }: Pick<AuditRule<Record<string, unknown>>, 'facts' | 'say'> = rule;
  const shown = Object.fromEntries(Object.entries(data).filter(([name]) => facts.includes(name)));
  const saying = typeof say === 'function' ? say(shown) : say;
  const texts = typeof saying === 'string' ? [saying] : [saying.sentence, saying.detail];
  return texts.map((text) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown[name] ?? 'Ada'));
};

it('the audit history describes every event in words, without the names of fields, calls or types', () => {
  // A setting is called by its name on the configuration's own screen.
  const texts = sampleEvents
    .filter(({ type }) => type !== 'ConfigurationChanged')
    .flatMap(({ type, data }) => said(type, data));
  expect(texts.filter((text) => /[a-z][A-Z]|\w[_/]\w|undefined/.test(text))).toEqual([]);
});

it.each([
  [
    'audit',
    `groupId ${sampleIds.group}, after 1764216000000 9`,
    'the audit history',
    `group ${sampleIds.group}, a later page`,
  ],
  [
    'audit',
    'kind message, from 2026-05-14T04:00:00.000Z',
    'the audit history',
    'kind message, from 2026-05-14 04:00 UTC',
  ],
  ['auditState', `user-${sampleIds.ada} 2`, 'the state of a thing at a time', `user ${sampleIds.ada}, revision 2`],
  ['pendingReports', 'page 2', 'the pending reports', 'page 2'],
  ['show', `group-${sampleIds.group}`, 'personal data with the support tool', `group ${sampleIds.group}`],
])('a look by the call %j at %j is described in words', (command, about, what, detail) => {
  expect(said('PersonalDataRevealed', { by: 'dana', command, about })).toEqual([`*Ada* looked at ${what}`, detail]);
});

it('an action of the product for a deleted account is not presented as a person’s', () => {
  const data = { groupId: sampleIds.group, userId: sampleIds.ada, reason: 'account-deleted' };
  expect(said('RemovalLifted', data)).toEqual(['*Ada* left the list of removed members']);
  expect(said('GroupDeleted', data)[1]).toBe('because the account of its last member was deleted');
});

it.each([
  ['RsvpGiven', { answer: 'going', guests: 2 }, '*Ada* is going to an event and brings 2 guests'],
  ['RsvpGiven', { answer: 'cant', guests: 0 }, '*Ada* can’t come to an event'],
  ['RsvpPromoted', {}, '*Ada* got a seat at an event'],
  ['RsvpWithdrawn', { reason: 'taken-back' }, '*Ada* took an answer to an event back'],
  ['EntrySeatsSet', { seats: 8, guestsEach: 1 }, '*Ada* limited the seats to 8 at an event, with up to 1 guest each'],
])('the audit history tells who comes to an event: %s %j (RSVP-25)', (type, data, sentence) => {
  expect(said(type, data)).toEqual([sentence]);
  expect(eventDefinition(type)?.audit).toMatchObject({ kind: 'event' });
});
