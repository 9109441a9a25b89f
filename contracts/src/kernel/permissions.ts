/** The rights that the owner gives to members. */
export type GroupSettings = {
  readonly allowMembersCreateEvents: boolean;
  readonly allowMembersInvite: boolean;
  readonly allowMembersEditGroupDetails: boolean;
};

export const defaultGroupSettings: GroupSettings = {
  allowMembersCreateEvents: true,
  allowMembersInvite: false,
  allowMembersEditGroupDetails: false,
};

/**
 * The parts of permissions, for HTTP, sockets and files, on the server and in the client. A permission says who may call a
 * route at all (`access`) and, if it depends on a group, event or message, the rule over those facts. Services load the facts
 * from aggregates or documents. Rules are pure. Each is in the `rules.ts` of its thing, and `../things.ts` has them all.
 */

/**
 * `session`: signed in, complete profile or not. `profile`: signed in with a complete profile. `link`: whoever has the link that the
 * path holds; the handler limits such calls by link, because calendar services fetch everybody's from a few addresses.
 */
export type Access = 'public' | 'link' | 'session' | 'profile' | 'admin' | 'development';

/** Who is acting in a group. `role` is undefined for outsiders and former members. */
export type InGroup = {
  readonly actorId: string;
  readonly role: Role | undefined;
  readonly settings: GroupSettings;
};

export type OnMember = InGroup & {
  readonly targetId: string;
  readonly targetRole: Role | undefined;
};

export type OnEvent = {
  readonly actorId: string;
  readonly creatorId: string;
  readonly personal: boolean;
  readonly role: Role | undefined;
};

export type OnMessage = InGroup & {
  readonly senderId: string;
  readonly postedAt: number;
  readonly now: number;
};

/** @returns a refusal with its code, which `../things.ts` checks: it has to be one of a thing. */
export const allowIf = <C extends string = 'access/denied'>(
  allowed: boolean,
  refused?: C,
): { readonly refused: C } | undefined => (allowed ? undefined : { refused: refused ?? ('access/denied' as C) });

export const member = ({ role }: Pick<InGroup, 'role'>) => allowIf(role !== undefined, 'group/not-a-member');

export const leads = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

export const leader = (facts: InGroup) => member(facts) ?? allowIf(leads(facts.role));

export const owner = (facts: InGroup) => member(facts) ?? allowIf(facts.role === 'owner');

/** Owners and admins, and members if the settings allow it. */
export const memberWith = (setting: keyof GroupSettings) => (facts: InGroup) =>
  member(facts) ?? allowIf(leads(facts.role) || facts.settings[setting]);

/** Everyone may use their own My Schedule. A group's schedule follows the group's rule. */
export const orPersonal =
  <F extends Pick<InGroup, 'role'>, R>(rule: (facts: F) => R) =>
  (facts: F & { readonly personal?: boolean }): R | undefined =>
    facts.personal === true ? undefined : rule(facts);

/** As lists show them. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];
