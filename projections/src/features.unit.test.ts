import type { EventType } from '@quorum/domain/event-catalogue.ts';
import { type CollectionName, collections, modelNames, ownerOf } from '@quorum/service-kit/reads/collections.ts';
import { expect, it } from 'vitest';
import { allModels } from './features.ts';
import type { Model } from './model.ts';

it('the projections build exactly the read models that queries wait for', () => {
  expect(allModels.map(({ name }) => name)).toEqual([...modelNames]);
});

/** A stored generation keeps the indexes that it was prepared with, and refuses others. */
it('a model whose indexes change has a new version, which belongs here too', () => {
  const indexes = allModels.map(({ name, version, collections: own }) => {
    const each = own.map((collection) => `${collection}(${collections[collection].indexes.map(String).join('; ')})`);
    return `${name} ${version}: ${each.join(' ')}`;
  });
  expect(indexes).toEqual([
    'users 4: users() phoneChanges(status,effectiveAt)',
    'sessions 4: sessions(userId; pushedAt)',
    'groups 8: groups(imageId; ownerId) memberships(groupId,rank; userId,joinedPosition) removals(groupId,removedAt; userId) standings(userId,at; groupId)',
    'join-codes 1: joinCodeCounts()',
    'preferences 5: groupPreferences(userId; groupId) activityMarks(userId) notificationSettings(userId)',
    'calendar 14: entries(ownerKey,startsAt,id,endsAt; creatorId,createdAt; creatorId,importedAt; ownerKey,creatorId,uidKey; ownerKey,creatorId,startsAt,id) series(ownerKey,endsAt,id; ownerKey,creatorId,endsAt,id; creatorId,createdAt; creatorId,importedAt; ownerKey,creatorId,uidKey) deletedEntries(ownerKey,deletedBy,deletedAt,id; creatorId; entryId) notices(groupId,order; groupId,at; userId,kind; creatorId; entryId) attendances(entryId,occurrence; groupId; creatorId) rsvps(eventId,listKind,order; eventId,order; userId,groupId; userId,entryId,occurrence; userId,promotedAt; groupId)',
    'reminders 1: alarms(dueAt; ownerKey,lastStart; creatorId) reminders(userId; groupId)',
    'polls 1: polls(groupId,state,createdAt; groupId,createdAt; creatorId,createdAt; creatorId,endedAt; state,dueAt) votes(pollId,order; userId,groupId; groupId; creatorId)',
    'chat 16: messages(groupId,order; groupId,postedAt; senderId,order) messageTerms(scope; senderId) reactions(messageId,at; messageId,emoji; userId; groupId; senderId) media(groupKind,postedAt; messageId; senderId; groupId) readMarkers(userId; groupId) textBytes(userId; groupId) concerns(groupId,audienceId,order; messageId; senderId; audienceId,at) pins(groupId,order; senderId; by,order)',
    'files 3: files(ownerId; groupId) fileNames(subjectId)',
    'reports 5: reports(status,createdAt; messageId; reporterId,createdAt; reportedUserId)',
    'configuration 1: configuration()',
    'feeds 1: feeds(feedId; userId; groupId)',
    'audit 4: audit(kind,at; groupId,kind,at; actorId,kind,at; userId,kind,at; actorId,groupId,kind,at; userId,groupId,kind,at; correlationId)',
    'names 3: names(kind,start; subject)',
  ]);
});

const named = allModels.flatMap(({ collections: own }) => own);
const personFields = (collection: CollectionName) => [ownerOf(collection).person ?? []].flat();

it.each(named)('documents of %s go with the group, member or person that owns them', (collection) => {
  const { on } = allModels.find(({ collections: own }) => own.includes(collection)) as Model;
  const removals = (type: EventType) =>
    (on[type] ?? []).filter((step) => step.collection === collection && step.step.startsWith('remove'));
  const { group, member, isCounted = false } = ownerOf(collection);
  if (group !== undefined) expect(removals('GroupDeleted')).toHaveLength(1);
  if (member !== undefined) expect([removals('MemberLeft'), removals('MemberRemoved')]).toMatchObject([[{}], [{}]]);
  if (isCounted) return;
  for (const type of ['AccountDeleted', 'AccountErased'] as const)
    expect(removals(type).length).toBeGreaterThanOrEqual(personFields(collection).length);
});

it.each(named)('documents of %s are found by their owner without reading all of them', (collection) => {
  const first: readonly string[] = ['id', ...collections[collection].indexes.map(([field]) => field as string)];
  const { group = 'id' } = ownerOf(collection);
  expect(first).toEqual(expect.arrayContaining([group, ...personFields(collection)]));
});
