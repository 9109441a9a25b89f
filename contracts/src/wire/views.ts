import type { GroupSettings } from './group-settings.ts';
import type { LinkPreview } from './link-preview.ts';

/** The views that responses carry. Instants are UTC, ISO 8601; dates and times without a zone are wall-clock values. */

/** The signed-in person's own account. */
export type UserView = {
  readonly _id: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly profilePictureUrl: string | null;
  readonly profileComplete: boolean;
  readonly createdAt: string;
  /** Absent if no change is pending. */
  readonly phoneChange?: PhoneChangeView;
};

/** A pending change of number that can still be stopped. `phoneNumber` is the last two digits of the new number. */
export type PhoneChangeView = { readonly phoneNumber: string; readonly effectiveAt: string };

/** A browser the person is signed in on. */
export type SessionView = {
  readonly id: string;
  /** Such as `Chrome on Windows`; empty if unknown. */
  readonly device: string;
  readonly createdAt: string;
  /** To within an hour. */
  readonly lastUsedAt: string;
  /** The session that made this request. */
  readonly current: boolean;
};

/** Another person as members see them. `phoneNumber` is the last two digits, and only present if there is no name. */
export type PersonView = {
  readonly _id: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly profilePictureUrl: string | null;
  readonly phoneNumber?: string;
};

export type Role = 'owner' | 'admin' | 'member';

export type MemberView = {
  readonly userId: PersonView;
  readonly role: Role;
  readonly joinedAt: string;
};

/** Someone removed from a group and not let back in. */
export type RemovedMemberView = {
  readonly userId: PersonView;
  readonly removedAt: string;
};

export type GroupView = {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly createdBy: PersonView;
  readonly createdAt: string;
  readonly memberCount: number;
  readonly settings: GroupSettings;
  /** The viewer's own role. */
  readonly role: Role;
  readonly isAlreadyMember: true;
  /** Owner first, then by joining time. Only the first page in `GET /api/groups/{id}`, and the first five in lists. */
  readonly members: readonly MemberView[];
  /** Only for members who may invite. */
  readonly inviteCode?: string;
  readonly inviteLink?: string;
  readonly sixDigitCode?: string;
  /** Messages by others that the viewer has not read, at most 100. Only in `my-groups`. */
  readonly unreadCount?: number;
  /** Order of the last message counted in `unreadCount`; add later ones to it. Only in `my-groups`. */
  readonly countedUpTo?: string;
  /** The first of the unread messages, while the viewer has read none. Only in `my-groups`. */
  readonly firstUnreadMessageId?: string;
  /** The last message the viewer has read, or `null`. Only in `my-groups` and `GET /api/groups/{id}`. */
  readonly lastReadMessageId?: string | null;
  /** Revision of the group and its membership; the newer view wins. */
  readonly revision: number;
};

type OfTheViewer =
  | 'role'
  | 'isAlreadyMember'
  | 'members'
  | 'unreadCount'
  | 'countedUpTo'
  | 'firstUnreadMessageId'
  | 'lastReadMessageId';

/**
 * A group in a form that any member may see: with the invitation only if every member may invite. Its `inviteLink` may be
 * relative to the product's address.
 */
export type SharedGroupView = Omit<GroupView, OfTheViewer>;

export type GroupPreview = {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly memberCount: number;
  readonly createdBy: { readonly firstName: string; readonly lastName: string };
  readonly isAlreadyMember: boolean;
};

/** A group as anyone with its link may see it, without an account. */
export type InvitationView = Pick<GroupPreview, '_id' | 'name' | 'imageUrl' | 'memberCount' | 'createdBy'>;

export type EventView = {
  readonly _id: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly date: string;
  readonly time: string;
  readonly timeZone: string;
  readonly duration: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly isMyQEvent: boolean;
  readonly createdBy: string;
  readonly creator: PersonView;
  /** Revision of the event; the newer view wins. */
  readonly revision: number;
};

/** All groups of a person. */
export type GroupsView = {
  readonly groups: readonly GroupView[];
  /** The last change of each audience that the response is known to include: the person's own and those of the groups. */
  readonly sequences: Readonly<Record<string, number>>;
};

/** One page of events. */
export type EventsView = {
  readonly events: readonly EventView[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
  /**
   * On the first page of My Schedule, which combines many audiences: the last change of each that it is known to include. For a
   * single group the `X-Sequence` header says it.
   */
  readonly sequences?: Readonly<Record<string, number>>;
};

export type ConflictView = {
  readonly _id: string;
  readonly name: string;
  /** `my-q` for a personal event. */
  readonly groupId: string;
  readonly groupName: string;
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly createdBy: { readonly firstName: string; readonly lastName: string };
};

export type ConflictsView = {
  readonly hasConflicts: boolean;
  /** By start, at most fifty. */
  readonly conflicts: readonly ConflictView[];
  /** The total, if `conflicts` is cut off. Counted up to a thousand. */
  readonly total?: number;
};

export type ReactionView = {
  readonly emoji: string;
  readonly users: readonly string[];
  readonly count: number;
};

/** What a linked page says about itself. `image` and `favicon` are addresses of copies that the product keeps. */
export type LinkPreviewView = LinkPreview;

export type MessageView = {
  readonly _id: string;
  readonly groupId: string;
  readonly senderId: PersonView;
  readonly type: 'text' | 'image' | 'video' | 'file';
  readonly content: string;
  readonly fileUrl?: string;
  /** A smaller rendition of an image. */
  readonly previewUrl?: string;
  readonly fileName?: string;
  readonly fileSize?: number;
  readonly mimeType?: string;
  readonly width?: number;
  readonly height?: number;
  readonly createdAt: string;
  readonly isDeleted: boolean;
  /** True if the message announced an event, even after that event was deleted. */
  readonly isEvent: boolean;
  readonly isEdited: boolean;
  readonly replyTo: MessageView | null;
  readonly reactions: readonly ReactionView[];
  readonly linkPreviews: readonly LinkPreviewView[];
  /** Sort key of a group's messages; opaque, compares as a string. */
  readonly order: string;
};

export type MediaItemView = {
  readonly id: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly fileUrl: string;
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
  readonly mimeType: string;
  readonly content: string;
  readonly createdAt: string;
  readonly sender: { readonly firstName: string; readonly lastName: string };
};

export type LinkItemView = MediaItemView & {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
  readonly favicon?: string;
  readonly domain: string;
  readonly error?: string;
};

export type ReportView = {
  readonly _id: string;
  readonly createdAt: string;
  readonly reason: string;
  readonly description: string;
  readonly messageId: {
    readonly _id: string;
    readonly type: string;
    readonly content: string;
    readonly createdAt: string;
  };
};

export type Pagination = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly total: number;
};

/** A person as administrators see them. Empty once the account is deleted. */
export type ReportedPerson = {
  readonly _id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
};

/** A report awaiting a decision. Shows what was reported as it was then; `null` where it has been erased since. */
export type PendingReportView = {
  readonly _id: string;
  readonly createdAt: string;
  readonly reason: string;
  readonly description: string;
  readonly messageId: {
    readonly _id: string;
    readonly type: string;
    readonly content: string | null;
    readonly createdAt: string;
    readonly file: {
      readonly name: string | null;
      readonly size: number;
      readonly mimeType: string;
    } | null;
    readonly event: {
      readonly name: string;
      readonly description: string;
      readonly location: string;
      readonly startsAt: string;
      readonly endsAt: string;
    } | null;
  };
  readonly reportedBy: ReportedPerson;
  readonly reportedUser: ReportedPerson;
  readonly groupId: { readonly _id: string; readonly name: string };
};

/** Where to view the file of a reported message; `null` if it had none. */
export type ReportEvidenceView = { readonly fileUrl: string | null };

export type ConfigurationView = {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  /** `null` while the default applies. */
  readonly updatedAt: string | null;
};

/** An event that a read model could not process. Contains nothing that people wrote. */
export type ParkedEventView = {
  readonly model: string;
  readonly position: string;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
  /** Number of retries. */
  readonly attempts: number;
  readonly parkedAt: string;
  /** Later events of the same stream that wait for this one. */
  readonly waiting: number;
  /** Approximate time of the next retry; `null` if it waits for an earlier event of its stream. */
  readonly nextTryAt: string | null;
};
