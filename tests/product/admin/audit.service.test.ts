import { join } from 'node:path';
import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { openDataFile } from '../../support/data-file.ts';
import { createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct(adminEnvironment);

const typesOf = (lines: readonly AuditLine[]): readonly string[] => lines.map(({ type }) => type);

/** Ada wrote something in her group, Ben reported it. */
const history = async () => {
  const ada = await signUp(product, { firstName: 'Ada', lastName: 'Stone' });
  const ben = await signUp(product, { firstName: 'Ben', lastName: 'Hill' });
  const { group, inviteCode } = await createGroup(ada, 'Film Club');
  await joinGroup(ben, inviteCode);
  const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: 'A quiet word' } });
  const { report } = await ben.must('report', { body: { messageId: message._id, reason: 'hate' } });
  const admin = new Administrator(product);
  return { ada, ben, group, message, report, admin };
};

describe('the audit history', () => {
  it('the audit history shows who did what, where and when, newest first, by name (AUDIT-01, AUDIT-05)', async () => {
    const { ada, ben, group, admin } = await history();
    const { lines } = await admin.must('audit', { query: { groupId: group._id } });
    expect(typesOf(lines)).toEqual(['MessageReported', 'MessagePosted', 'MemberJoined', 'GroupCreated']);
    expect(lines[0]).toMatchObject({
      kind: 'report',
      actor: { _id: ben.userId, name: 'Ben Hill' },
      user: { _id: ada.userId, name: 'Ada Stone' },
      group: { _id: group._id, name: 'Film Club' },
      facts: { reason: 'hate' },
    });
    expect(JSON.stringify(lines)).not.toContain('A quiet word');
  });

  it('the audit history is filtered by person, group, kind and time together (AUDIT-01)', async () => {
    const { ada, ben, group, admin } = await history();
    const query = { groupId: group._id, userId: ada.userId };
    const ofAda = await admin.must('audit', { query });
    expect(typesOf(ofAda.lines)).toEqual(['MessageReported', 'MessagePosted', 'GroupCreated']);
    const messages = await admin.must('audit', { query: { ...query, kind: 'message' } });
    expect(typesOf(messages.lines)).toEqual(['MessagePosted']);
    const posted = messages.lines[0] as AuditLine;
    const before = await admin.must('audit', { query: { ...query, to: posted.at } });
    expect(typesOf(before.lines)).toEqual(['GroupCreated']);
    const since = await admin.must('audit', { query: { ...query, from: posted.at } });
    expect(typesOf(since.lines)).toEqual(['MessageReported', 'MessagePosted']);
    const accounts = await admin.must('audit', { query: { userId: ben.userId, kind: 'account' } });
    expect(typesOf(accounts.lines)).toContain('UserRegistered');
    expect((await admin.call('audit', { query: { kind: 'gossip' } })).status).toBe(400);
  });

  it('the audit history pages through everything once, whatever the filter', async () => {
    const { ada, group, admin } = await history();
    for (let nth = 0; nth < 7; nth++)
      await ada.must('sendMessage', { body: { groupId: group._id, content: `Line ${nth}` } });
    const filter = { groupId: group._id, limit: '3' };
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: Record<string, string> = after === '' ? filter : { ...filter, after };
      const page: AnswerOf<'audit'> = await admin.must('audit', { query });
      seen.push(...page.lines.map(({ _id }) => _id));
      after = page.next;
    }
    const whole = await admin.must('audit', { query: { groupId: group._id } });
    expect(seen).toEqual(whole.lines.map(({ _id }) => _id));
    expect(seen).toHaveLength(11);
  });

  it('the audit history shows a decision with its notes, its consequences and its causes (AUDIT-02)', async () => {
    const { ada, group, message, report, admin } = await history();
    const body = { reportId: report._id, action: 'remove_message', adminNotes: 'Against the rules' };
    await admin.must('reviewReport', { body });
    const decided = async () =>
      (await admin.must('audit', { query: { groupId: group._id, kind: 'report' } })).lines.find(
        ({ type }) => type === 'ReportReviewed',
      );
    await until(async () => (await decided()) !== undefined);
    const line = (await decided()) as AuditLine;
    expect(line).toMatchObject({ notes: 'Against the rules', facts: { action: 'remove_message', by: 'root' } });
    const chain = async () => admin.must('auditChain', { params: { correlationId: line.correlationId } });
    await until(async () => typesOf((await chain()).lines).includes('MessageRemoved'));
    const { lines, earlier } = await chain();
    const removed = lines.find(({ type }) => type === 'MessageRemoved');
    expect(removed?.causedBy).toBe(line._id);
    expect(earlier.map(({ type, actor }) => [type, actor._id])).toContainEqual(['MessagePosted', ada.userId]);
    expect(typesOf(earlier)).toContain('MessageReported');
    expect(message._id).toBe(removed?.stream.slice('message-'.length));
  });

  it("the audit history records administrators' sign-ins and views of evidence", async () => {
    const { report, admin } = await history();
    const { visitId } = await admin.must('adminSignIn');
    await admin.must('openReport', { params: { id: report._id } });
    await admin.must('adminSignOut', { body: { visitId } });
    const { lines } = await admin.must('audit', { query: { limit: '3' } });
    expect(typesOf(lines)).toEqual(['AdminSignedOut', 'ReportOpened', 'AdminSignedIn']);
    expect(lines.every(({ facts, actor }) => facts.by === 'root' && actor.name === 'admin')).toBe(true);
  });

  it('the audit history shows a person without a name by the masked number, not as deleted (SAFE-19)', async () => {
    const { userId } = await signUp(product, { phone: '+14155550178', complete: false });
    const { lines } = await new Administrator(product).must('audit', { query: { userId } });
    expect(lines.map(({ sentence }) => sentence[0])).toContainEqual({ strong: '+1 ••• ••• 0178' });
  });

  it('the audit history keeps what a banned person did, without the name, and who banned them and why', async () => {
    const { ada, group, report, admin } = await history();
    const body = { reportId: report._id, action: 'ban_user', adminNotes: 'Second account' };
    await admin.must('reviewReport', { body });
    const ofAda = async () => (await admin.must('audit', { query: { userId: ada.userId } })).lines;
    await until(async () => typesOf(await ofAda()).includes('AccountDeleted'));
    const lines = await ofAda();
    expect(lines.find(({ type }) => type === 'ReportReviewed')).toMatchObject({
      notes: 'Second account',
      facts: { action: 'ban_user', by: 'root' },
    });
    expect(lines.find(({ type }) => type === 'MessagePosted')).toMatchObject({
      actor: { _id: ada.userId, name: '' },
      group: { _id: group._id },
    });
    expect(JSON.stringify(lines)).not.toContain('Stone');
    const banned = lines.find(({ type }) => type === 'AccountDeleted');
    expect(banned?.sentence).toEqual([{ strong: 'root' }, ' banned ', { strong: 'a deleted account' }]);
  });
});

describe('following the audit history', () => {
  it('following the audit history answers as soon as something changes', async () => {
    const admin = new Administrator(product);
    const { position } = await admin.must('adminChanges');
    const waiting = admin.must('adminChanges', { query: { after: position } });
    await signUp(product);
    expect((await waiting).position > position).toBe(true);
  });
});

describe('the state of a stream', () => {
  const chainOf = async (admin: Administrator, groupId: string, type: string) => {
    const { lines } = await admin.must('audit', { query: { groupId } });
    const line = lines.find((each) => each.type === type) as AuditLine;
    return admin.must('auditChain', { params: { correlationId: line.correlationId } });
  };

  it('the state of a stream is shown after any of its events, with what that event changed and user text masked (AUDIT-01, REPLAY-03)', async () => {
    const { ada, message, group, admin } = await history();
    await ada.must('editMessage', { params: { id: message._id }, body: { content: 'A quieter word' } });
    const stream = `message-${message._id}`;
    const now = await admin.must('auditState', { params: { stream } });
    expect(now.revision).toBe(now.last);
    const first = await admin.must('auditState', { params: { stream }, query: { revision: '0' } });
    expect(first).toMatchObject({ stream, revision: 0, last: now.last });
    const fieldOf = (name: string) => first.fields.find((field) => field.name === name)?.value;
    expect([fieldOf('senderId'), fieldOf('groupId')]).toEqual(['Ada Stone', group.name]);
    const changed = now.fields.filter(({ before }) => before !== undefined).map(({ name }) => name);
    expect(changed).toContain('text');
    expect(changed).not.toContain('senderId');
    const ofGroup = await admin.must('auditState', { params: { stream: `group-${group._id}` } });
    expect(ofGroup.fields).toContainEqual({ name: 'members › Ada Stone › role', value: 'owner' });
    expect(JSON.stringify([now, first])).not.toMatch(/quiet/);
    expect((await admin.call('auditState', { params: { stream: 'message-nothing' } })).status).toBe(404);
  });

  it('the state of a stream says whether its chain is intact, and names a tampered event (AUDIT-04)', async () => {
    const { group, message, admin } = await history();
    expect((await chainOf(admin, group._id, 'MessagePosted')).intact).toBe(true);
    const db = openDataFile(join(product.dataDir, 'events', 'events.db'));
    const { changes } = db.prepare(`UPDATE events SET metadata = ' ' WHERE stream = ?`).run(`message-${message._id}`);
    db.close();
    expect(changes).toBe(1);
    expect((await chainOf(admin, group._id, 'MessagePosted')).intact).toBe(false);
  });

  it('a stream can be found by the names of people and groups, from any page (AUDIT-01)', async () => {
    const { admin, ada, group } = await history();
    const { people } = await admin.must('auditNames', { query: { text: 'sTo' } });
    expect(people).toContainEqual({ _id: ada.userId, name: 'Ada Stone' });
    const found = await admin.must('auditNames', { query: { text: 'film cl' } });
    expect(found.groups).toContainEqual({ _id: group._id, name: 'Film Club' });
    await ada.must('updateName', { body: { firstName: 'Ada', lastName: 'Stone🎉' } });
    await until(async () => {
      const { people: renamed } = await admin.must('auditNames', { query: { text: 'stone' } });
      return renamed.some(({ name }) => name === 'Ada Stone🎉');
    });
    await ada.must('deleteAccount');
    await until(async () => {
      const { people: left } = await admin.must('auditNames', { query: { text: 'sto' } });
      return left.every(({ _id }) => _id !== ada.userId);
    });
  });
});
