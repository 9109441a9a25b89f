import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { ACCESS_DENIED } from '@quorum/contracts/kernel/rules.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { groupApi, membersIn } from '../../../data/group/group-api.ts';
import { rightsOver } from '../../../data/group/group-rights.ts';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { Delayed } from '../../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberCard } from './member-card.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

type Asked = { readonly what: 'remove' | 'transfer'; readonly member: MemberView };

const ROW_HEIGHT = 76;

/** Renders visible rows only. Further pages load when scrolled to. */
export function MemberList({ group, search }: { group: GroupView; search: string }) {
  const query = groupApi.useGroupMembersInfiniteQuery(argsOf(group, search));
  const { currentData, hasNextPage, fetchNextPage, isError, isFetchNextPageError, refetch } = query;
  const [asked, setAsked] = useState<Asked>();
  const actorId = useAppSelector(selectUserId) ?? '';
  const box = useRef<HTMLDivElement>(null);

  const known = membersShown(currentData, group, search);
  const rows = inPairs(known);
  const card = (member: MemberView): ReactNode => (
    <MemberCard key={member.userId._id} member={member} self={member.userId._id === actorId}>
      <MemberActions
        group={group}
        actorId={actorId}
        member={member}
        onTransfer={() => setAsked({ what: 'transfer', member })}
        onRemove={() => setAsked({ what: 'remove', member })}
      />
    </MemberCard>
  );

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the rows between the list and its items rule out <ul> */}
      <div
        className="members__list"
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        role="list"
        aria-label="Members"
        aria-busy={query.isFetching}
      >
        <Virtualizer scrollRef={box} itemSize={ROW_HEIGHT}>
          {rows.map((pair) => (
            <div className="members__row" key={pair[0].userId._id}>
              {pair.map(card)}
            </div>
          ))}
          {currentData && hasNextPage && (
            <MoreRow isIdle={!query.isFetching && !isError} onSeen={() => void fetchNextPage()} />
          )}
        </Virtualizer>
        {known.length === 0 && <Empty loaded={currentData !== undefined} waiting={!isError} />}
      </div>
      {isError && (
        <LoadFailed className="members__none" onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}>
          The members didn’t load.
        </LoadFailed>
      )}
      {asked && (
        <Question group={group} actorId={actorId} asked={asked} shown={known} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

const argsOf = (group: GroupView, search: string) => ({ groupId: group._id, ...(search === '' ? {} : { search }) });

type Loaded = { readonly pages: Parameters<typeof membersIn>[0] };

/** Until the first page has loaded: the members that came with the group. */
const membersShown = (loaded: Loaded | undefined, group: GroupView, search: string): readonly MemberView[] => {
  if (loaded !== undefined) return membersIn(loaded.pages);
  return search === '' ? group.members : [];
};

function Empty({ loaded, waiting }: { loaded: boolean; waiting: boolean }) {
  if (loaded) return <p className="members__none">No members match.</p>;
  return (
    waiting && (
      <Delayed>
        <SkeletonRows />
      </Delayed>
    )
  );
}

type QuestionProps = {
  readonly group: GroupView;
  readonly actorId: string;
  readonly asked: Asked;
  readonly shown: readonly MemberView[];
  readonly onClose: () => void;
};

function Question({ group, actorId, asked, shown, onClose }: QuestionProps) {
  const Ask = asked.what === 'remove' ? RemoveMemberDialog : TransferDialog;
  const member = shown.find(({ userId }) => userId._id === asked.member.userId._id) ?? asked.member;
  const rights = rightsOver(group, actorId, { id: member.userId._id, role: member.role });
  const withdrawn = rights[asked.what] ? undefined : ACCESS_DENIED;
  return <Ask group={group} member={member} withdrawn={withdrawn} onClose={onClose} />;
}

/** Rendered only while it is visible, or nearly. Asks whenever nothing is under way: a request during another would be dropped. */
function MoreRow({ isIdle, onSeen }: { isIdle: boolean; onSeen: () => void }) {
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (isIdle) seen();
  }, [isIdle]);
  return <SkeletonRows count={1} />;
}

function SkeletonRows({ count = 3 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all alike
    <div className="members__row" key={index} aria-hidden="true">
      <Skeleton height={68} radius={15} />
      <Skeleton height={68} radius={15} />
    </div>
  ));
}

/** Rows of two. The last may hold one. */
const inPairs = <T,>(items: readonly T[]): (readonly [T, ...T[]])[] => {
  const pairs: (readonly [T, ...T[]])[] = [];
  for (let at = 0; at < items.length; at += 2) {
    const [first, ...rest] = items.slice(at, at + 2);
    if (first !== undefined) pairs.push([first, ...rest]);
  }
  return pairs;
};
