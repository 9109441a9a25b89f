import type { NoticeView } from '@quorum/contracts/message/wire.ts';
import { type NoticeDocument, noticeView } from '@quorum/service-kit/reads/message.ts';
import { type LinkIn, loadPeople, type Reading } from '../reading/context.ts';

/** Notices as clients see them, with the people joined. */
export const presentNotices = async (
  context: Reading,
  notices: readonly NoticeDocument[],
  linkIn: LinkIn,
): Promise<NoticeView[]> => {
  if (notices.length === 0) return [];
  const people = await loadPeople(
    context,
    notices.map(({ userId }) => userId),
  );
  return notices.map((notice) => noticeView(notice, people.get(notice.userId), linkIn(notice.groupId)));
};
