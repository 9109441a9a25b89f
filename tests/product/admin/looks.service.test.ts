import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** While it is true, no look can be recorded. */
let isLogAway = false;

const withFailingLooks = (engines: Engines): Engines => ({
  ...engines,
  events: new Proxy(engines.events, {
    get: (events, name) => {
      const value: unknown = Reflect.get(events, name, events);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]) => {
        if (name === 'append' && isLogAway && String(given[0]).startsWith('support-')) throw new Error('log is away');
        return value.apply(events, given);
      };
    },
  }),
});

const product = sharedProduct(adminEnvironment, undefined, withFailingLooks);
const admin = new Administrator(product);

const reported = async () => {
  const ada = await signUp(product, { firstName: 'Ada', lastName: 'Stone' });
  const ben = await signUp(product, { firstName: 'Ben', lastName: 'Hill' });
  const { group, inviteCode } = await createGroup(ada, 'Film Club');
  await joinGroup(ben, inviteCode);
  const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: 'A quiet word' } });
  const { report } = await ben.must('report', { body: { messageId: message._id, reason: 'hate' } });
  return { ada, ben, group, message, report };
};

/** Looks in the audit history, as `command about`. */
const looks = async (): Promise<readonly string[]> => {
  const { lines } = await admin.must('audit', { query: { kind: 'admin', limit: '200' } });
  return lines
    .filter(({ type, facts }) => type === 'PersonalDataRevealed' && facts.by === 'root')
    .map(({ facts }) => `${facts.command} ${facts.about}`.trim());
};

/** What administrators read that holds nothing about people. */
const impersonal: readonly RouteName[] = ['adminConfig', 'adminChanges', 'parkedEvents'];

describe('looks of an administrator at personal data', () => {
  it('a look of an administrator at personal data is recorded in the audit history, for every list and search (SAFE-19)', async () => {
    const { group, message } = await reported();
    const stream = `message-${message._id}`;
    const chain = crypto.randomUUID();
    const read: { readonly [name: string]: readonly [object, string] } = {
      pendingReports: [{ query: { page: '1' } }, 'pendingReports page 1'],
      audit: [{ query: { groupId: group._id } }, `audit groupId ${group._id}`],
      auditChain: [{ params: { correlationId: chain } }, `auditChain ${chain}`],
      auditState: [{ params: { stream }, query: { revision: '0' } }, `auditState ${stream} 0`],
      auditNames: [{ query: { text: 'Ada' } }, 'auditNames'],
    };
    const all = Object.entries(routes).filter(
      ([, { service, permission }]) => service === 'query' && permission.access === 'admin',
    );
    expect(all.map(([name]) => name).toSorted()).toEqual([...Object.keys(read), ...impersonal].toSorted());
    for (const [name, [options]] of Object.entries(read)) await admin.must(name as 'audit', options);
    await until(async () => {
      const found = await looks();
      return Object.values(read).every(([, line]) => found.includes(line));
    });
    expect(JSON.stringify(await looks())).not.toContain('Ada');
  });

  it('a look of an administrator at personal data is listed with the names of the person and the group that were looked at', async () => {
    const { ada, group } = await reported();
    await admin.must('audit', { query: { groupId: group._id, userId: ada.userId } });
    const detail = 'group Film Club, user Ada Stone';
    await until(async () => {
      const { lines } = await admin.must('audit', { query: { kind: 'admin' } });
      return lines.some((line) => line.detail === detail);
    });
  });

  it('a look of an administrator at personal data is recorded once while an open panel repeats it, so that the panel does not refresh itself forever', async () => {
    for (let nth = 0; nth < 3; nth++) await admin.must('pendingReports', { query: { page: '7' } });
    await until(async () => (await looks()).includes('pendingReports page 7'));
    // Two if the ten minutes of a look ended meanwhile.
    expect((await looks()).filter((look) => look === 'pendingReports page 7').length).toBeLessThan(3);
  });

  it('a look of an administrator at personal data shows nothing if it cannot be recorded (SAFE-19)', async () => {
    await reported();
    isLogAway = true;
    const shown = await admin.call('pendingReports', { query: { page: '3' } });
    isLogAway = false;
    expect(shown.status).toBe(500);
    expect(JSON.stringify(shown)).not.toContain('A quiet word');
  });
});

describe('phone numbers', () => {
  it('phone numbers are masked in the list of reports, and whole in the report that is opened (SAFE-19)', async () => {
    const { ada, ben, report } = await reported();
    const [ofAda, ofBen] = await Promise.all([ada, ben].map(async (each) => (await each.must('me')).user.phoneNumber));
    const { reports } = await admin.must('pendingReports');
    const listed = reports.find(({ _id }) => _id === report._id);
    expect(listed?.reportedUser.phoneNumber).toBe(`+1 ••• ••• ${ofAda?.slice(-4)}`);
    expect(listed?.reportedBy.phoneNumber).toBe(`+1 ••• ••• ${ofBen?.slice(-4)}`);
    const opened = await admin.must('openReport', { params: { id: report._id } });
    expect(opened.phoneNumbers).toEqual({ reportedBy: ofBen, reportedUser: ofAda });
    const { lines } = await admin.must('audit', { query: { kind: 'report', userId: ada.userId } });
    expect(lines.map(({ type }) => type)).toContain('ReportOpened');
  });
});
