import { placeOf } from '@quorum/domain/testing/recorded-events.ts';
import { describe, it } from 'vitest';
import { accountDeleted, ada, ben, club, deletedMessage, groupDeleted, happens, hello } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { reports } from './fold.ts';

const { given } = testProjection(projectWith(reports));

const data = {
  messageId: hello,
  groupId: club,
  reporterId: ben,
  reportedUserId: ada,
  reason: 'spam' as const,
  messageKind: 'text',
  messagePostedAt: '2026-05-14T14:00:00.000Z',
  description: 'Not again',
  evidence: 'Buy now',
  file: null,
  fileName: 'offer.pdf',
  entry: null,
};

const reportId = 'aaaaaaaa-0000-4000-8000-000000000000';

const report = { id: reportId, ...data, createdAt: placeOf(0).recordedAt, status: 'pending', notes: null };

const filed = happens('MessageReported', { reportId, ...data });

describe('reports', () => {
  it('reports outlive the message and the group', () =>
    given(filed)
      .when(deletedMessage(hello), groupDeleted(club))
      .then({ reports: [report] }));

  it('reports lose the content of erased people', async () => {
    await given(filed)
      .when(accountDeleted(ben))
      .then({ reports: [{ ...report, description: null }] });
    await given(filed)
      .when(accountDeleted(ada))
      .then({ reports: [{ ...report, evidence: null, fileName: null }] });
  });

  it('reports that were parked before an erasure and read just after it lose the content once the keys are gone (SAFE-01)', async () => {
    const late = { ...report, createdAt: placeOf(1).recordedAt };
    await given(accountDeleted(ben), filed)
      .when(happens('AccountErased', { userId: ben }))
      .then({ reports: [{ ...late, description: null }] });
    await given(accountDeleted(ada), filed)
      .when(happens('AccountErased', { userId: ada }))
      .then({ reports: [{ ...late, evidence: null, fileName: null }] });
  });

  it('reports that were parked before a removal and read just after it lose the evidence once its key is gone (SAFE-01)', async () => {
    await given(filed)
      .when(happens('MessageErased', { messageId: hello }))
      .then({ reports: [{ ...report, evidence: null, fileName: null }] });
  });
});
