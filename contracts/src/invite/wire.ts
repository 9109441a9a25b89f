import { z } from 'zod';
import type { GroupView } from '../group/wire.ts';
import { answers, open, ownProfile, type Route } from '../kernel/route.ts';
import { JOIN_INPUT_REQUIRED } from '../text/join-input.ts';

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

const joinInput = z.string({ error: JOIN_INPUT_REQUIRED }).trim().min(1).max(200);

export const joinByCodeBody = z.object({ code: joinInput });

export const joinByLinkBody = z.object({ inviteCode: joinInput });

/** Invitations: seeing, using and renewing them. */
export const inviteRoutes = {
  renewInvitation: {
    method: 'POST',
    path: '/api/groups/:id/invitation/renew',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'renewInvitation' },
    answer: answers<{ group: GroupView; inviteCode: string; inviteLink: string; sixDigitCode: string }>(),
  },
  previewGroup: {
    method: 'GET',
    path: '/api/groups/preview/:code',
    service: 'command',
    permission: ownProfile,
    answer: answers<{ group: GroupPreview }>(),
  },
  /** For visitors who are asked to sign up first. Accepts only codes from links, because six digits can be guessed. */
  invitation: {
    method: 'GET',
    path: '/api/groups/invitation/:inviteCode',
    service: 'command',
    permission: open,
    answer: answers<{ invitation: InvitationView }>(),
  },
  joinByCode: {
    method: 'POST',
    path: '/api/groups/join/code',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    body: joinByCodeBody,
    answer: answers<{ group: GroupView }>(),
  },
  joinByLink: {
    method: 'POST',
    path: '/api/groups/join/link',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    body: joinByLinkBody,
    answer: answers<{ group: GroupView }>(),
  },
} as const satisfies { readonly [name: string]: Route };
