import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileLinks, FileScope } from '../ports/file-links.ts';

/** Turns a file id into an address that a browser can load. */
export type Link = (fileId: string) => string;

/** Addresses of files shown in a group, or in the My Schedule of a creator. */
export type LinkIn = (groupId: string, creatorId?: string) => Link;

export type Signing = { readonly fileLinks: FileLinks; readonly clock: Clock };

/** Addresses for one scope. Each file is signed once per response. */
export const linkTo = ({ fileLinks, clock }: Signing, scope: FileScope): Link => {
  const now = clock.now();
  const signed = new Map<string, string>();
  return (fileId) => {
    const known = signed.get(fileId);
    if (known !== undefined) return known;
    const link = fileLinks.sign(fileId, scope, now);
    signed.set(fileId, link);
    return link;
  };
};

/** Addresses of files that someone sees outside groups. */
export const ownLink = (signing: Signing, viewerId: string): Link => linkTo(signing, { kind: 'own', viewerId });

const linkIn = (signing: Signing, scopeIn: (groupId: string) => FileScope): LinkIn => {
  const links = new Map<string, Link>();
  return (groupId, creatorId = '') => {
    const key = groupId === MY_SCHEDULE ? `${groupId} ${creatorId}` : groupId;
    const known = links.get(key);
    if (known !== undefined) return known;
    // Only its creator sees a personal entry.
    const link = groupId === MY_SCHEDULE ? ownLink(signing, creatorId) : linkTo(signing, scopeIn(groupId));
    links.set(key, link);
    return link;
  };
};

/** Addresses for one member, valid while they are a member. */
export const memberLinks = (signing: Signing, viewerId: string): LinkIn =>
  linkIn(signing, (groupId) => ({ kind: 'member', viewerId, groupId }));

/** Addresses in frames that all members of a group receive. */
export const groupLinks = (signing: Signing, groups: ReadonlyMap<string, { readonly departures: number }>): LinkIn =>
  linkIn(signing, (groupId) => ({ kind: 'group', groupId, departures: groups.get(groupId)?.departures ?? -1 }));
