import { eventCatalogue } from '@quorum/domain/event-catalogue.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { sampleEvent, sampleEvents, sampleIds } from '@quorum/domain/testing/sample-events.ts';
import { describe, expect, it } from 'vitest';
import { projectWith } from '../testing/project.ts';
import { audit } from './fold.ts';

const { ada, ben, group, report } = sampleIds;

const lines = async (...types: Parameters<typeof sampleEvent>[0][]) => {
  const happened = recorded(types.map((type) => sampleEvent(type))).map((event) => ({
    ...event,
    metadata: { ...event.metadata, actor: ben },
  }));
  return (await projectWith(audit)(happened)).audit ?? [];
};

describe('the audit history', () => {
  it('the audit history shows who did what to whom and where (AUDIT-01)', async () => {
    const [reviewed, joined] = await lines('ReportReviewed', 'MemberRoleChanged');
    expect(reviewed).toMatchObject({
      kind: 'report',
      type: 'ReportReviewed',
      stream: `report-${report}`,
      actorId: ben,
      userId: ada,
      groupId: group,
      facts: { action: 'remove_message', by: 'admin', reportId: report },
    });
    expect(joined).toMatchObject({ kind: 'members', actorId: ben, groupId: group, facts: { role: 'admin' } });
    expect(joined).not.toHaveProperty('userId');
  });

  it('the audit history lists every event that declares a filter, under this filter (AUDIT-01)', async () => {
    const declared = eventCatalogue.flatMap(({ type, audit }) =>
      audit === 'unlisted' ? [] : [{ type, kind: audit.kind }],
    );
    const listed = await lines(...declared.map(({ type }) => type));
    expect(listed.map(({ type, kind }) => ({ type, kind }))).toEqual(declared);
  });

  it('the audit history contains no user text (SAFE-01)', async () => {
    const kept = JSON.stringify(await lines(...sampleEvents.map(({ type }) => type)));
    for (const { data } of sampleEvents) {
      for (const name of [
        'text',
        'name',
        'firstName',
        'email',
        'phone',
        'description',
        'notes',
        'evidence',
        'fileName',
      ]) {
        const value = (data as Record<string, unknown>)[name];
        if (typeof value === 'string') expect(kept, name).not.toContain(value);
      }
    }
  });

  it('the audit history omits reading, pins and colors', async () => {
    expect(await lines('GroupRead', 'GroupPreferencesChanged', 'CodeSent', 'AttemptCounted')).toEqual([]);
  });
});
