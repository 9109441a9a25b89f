import { NOT_A_MEMBER, REMOVED_FROM_GROUP, SESSION_ENDED } from './known-texts.ts';

/**
 * Every refusal of the product, by code. The table is total: a code without a status and a text does not compile. `{…}` in a text
 * is filled from the refusal's values.
 */
export const refusals = {
  'request/malformed': [400, 'The request could not be read'],
  'request/invalid': [400, '{text}'],
  'request/too-large': [413, 'The request is too large'],
  'request/timeout': [408, 'The request took too long'],
  'request/unsupported-type': [415, 'This content type is not supported'],
  'request/foreign-origin': [403, 'Requests from this origin are not allowed'],
  'request/not-found': [404, 'Not found'],
  'request/method-not-allowed': [405, 'This method is not allowed here'],
  'request/too-many': [429, 'Too many requests. Please try again later.'],
  'request/idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  'service/unavailable': [503, 'The service is not available right now. Please try again.'],
  'service/behind': [503, 'The data is not up to date yet. Please try again.'],
  'service/failed': [500, 'Something went wrong. Please try again.'],

  'socket/too-many': [429, 'Too many windows are open. Please close some of them.'],

  'session/missing': [401, 'Please log in'],
  'session/invalid': [401, SESSION_ENDED],
  'session/not-found': [404, 'This session has already ended'],
  'profile/incomplete': [403, 'Please complete your profile first'],
  'access/denied': [403, 'You do not have permission to perform this action'],

  'phone/unknown': [404, 'Account not found. Please sign up first.'],
  'phone/taken': [409, 'Account already exists. Please sign in instead.'],
  'phone/used-by-another': [409, 'This phone number is already in use'],
  'phone/unchanged': [400, 'This is already your phone number'],
  'phone/current-code-wrong': [400, 'The code for your current number isn’t right. Check it and try again.'],
  'phone/no-change-waiting': [404, 'No change of your phone number is pending'],
  'phone/stop-link-invalid': [404, 'This link is not valid'],
  'phone/banned': [403, 'This phone number cannot be used.'],
  'code/wait': [429, 'Please wait {seconds} seconds before requesting a new code'],
  'code/too-many-sends': [429, 'Too many codes were requested. Please try again later.'],
  'code/none': [400, 'This code has expired. Please request a new one.'],
  'code/superseded': [400, 'A newer code was sent. Please enter that one.'],
  'code/wrong': [400, 'That code isn’t right. Check it and try again.'],
  'code/too-many-tries': [429, 'Too many wrong codes. Please request a new one.'],
  'sms/budget-spent': [503, 'No more text messages can be sent for now. Please try again later.'],
  'phone/not-in-us': [400, 'Please use a phone number from the United States. We cannot send a code to this one.'],
  'sms/failed': [502, 'Failed to send verification code'],

  'user/not-found': [404, 'User not found'],
  'user/profile-unfinished': [400, 'Please enter your email and name first'],

  'group/not-a-member': [403, NOT_A_MEMBER],
  'group/already-a-member': [409, 'You are already a member of this group'],
  'group/name-mismatch': [400, 'Group name does not match'],
  'group/owner-cannot-leave': [
    403,
    'Group owners cannot leave their own group. Transfer ownership or delete the group instead.',
  ],
  'group/member-not-found': [404, 'This person is not a member of the group'],
  'group/cannot-remove-owner': [403, 'The owner cannot be removed from the group'],
  'group/cannot-remove-self': [403, 'You cannot remove yourself. Leave the group instead.'],
  'group/cannot-change-owner-role': [400, 'The owner’s role cannot be changed'],
  'group/too-many-today': [429, 'You can create up to 20 groups a day. Please try again later.'],
  'group/too-many-owned': [409, 'You can own up to 100 groups. Delete one or transfer it to someone else first.'],
  'group/new-owner-has-too-many': [409, 'This person already owns 100 groups'],
  'group/removed': [403, REMOVED_FROM_GROUP],
  'group/not-removed': [404, 'This person is not among the removed members'],
  'invite/none-free': [503, 'No invitation codes are available right now. Please try again later.'],
  'invite/code-unknown': [404, 'Invalid invitation code'],
  'invite/link-unknown': [404, 'Invalid invitation link'],
  'invite/too-many-misses': [429, 'Too many invalid invitations. Please try again later.'],

  'event/not-found': [404, 'Event not found'],
  'event/removed': [409, 'This event was removed by a moderator'],
  'event/not-deleted': [409, 'This event is not deleted'],
  'event/restore-over': [410, 'This event can no longer be restored'],
  'event/too-many-today': [429, 'You can create up to 500 events a day. Please try again later.'],
  'event/too-many-coming': [409, 'This calendar already has 5,000 upcoming events. Please delete some of them first.'],
  'event/too-many-of-yours': [
    409,
    'You already have 500 upcoming events in this calendar. Please delete some of them first.',
  ],
  'event/not-the-creator': [403, 'Only the creator can change this event'],
  'event/not-yours-to-delete': [403, 'Only the creator, the owner and admins can delete this event'],
  'rsvp/over': [409, 'This event is over'],
  'rsvp/personal': [400, 'Personal events have no answers'],
  'rsvp/no-room': [409, '{text}'],

  'series/first-date': [400, 'The first date must be one that the event repeats on'],
  'series/overlaps-itself': [400, 'An event that repeats must end before it starts again'],
  'series/rule-for-one-date': [400, 'A rule cannot be changed for one date'],
  'series/date-gone': [404, 'This date is not part of the event any more'],
  'series/too-many': [409, 'This calendar already has 200 repeating events'],
  'series/too-many-parts': [409, 'This event was changed too often. Please start a new one.'],
  'series/too-many-exceptions': [409, 'This event was changed too often. Please start a new one.'],

  'message/not-found': [404, 'Message not found'],
  'message/too-many-mentions': [400, 'Mention at most 20 people, or everyone'],
  'message/everyone-denied': [403, 'Only the owner and admins can mention everyone here'],
  'message/deleted': [409, 'This message has been deleted'],
  'message/not-the-sender': [403, 'Only the sender can edit this message'],
  'message/not-editable': [400, 'This message cannot be edited'],
  'message/edit-window-over': [403, 'Messages can be edited for 24 hours only'],
  'message/too-quick': [429, 'You’re sending messages too quickly. Try again in a moment.'],
  'pin/too-many': [409, 'A chat can have up to 50 pinned messages. Unpin one first.'],
  'message/reply-target-unknown': [400, 'The message you are replying to does not exist'],
  'search/too-short': [400, 'Type at least 2 letters'],
  'search/too-long': [400, 'This search is too long'],
  'report/own-message': [400, 'You cannot report your own message'],
  'report/already-open': [409, 'You have already reported this message'],
  'report/too-many-today': [429, 'You have sent many reports today. Please try again tomorrow.'],
  'report/not-found': [404, 'Report not found'],
  'report/already-decided': [409, 'This report was already decided by {by} on {at}.'],
  'report/account-gone': [409, 'This account no longer exists. Its number cannot be blocked any more.'],
  'config/unknown': [404, 'Configuration not found'],

  'upload/missing': [400, 'Please choose a file'],
  'push/endpoint-invalid': [400, 'This browser can’t receive notifications'],
  'push/off': [409, 'Notifications are turned off on this server'],

  'upload/malformed': [400, 'The upload could not be read'],
  'upload/interrupted': [400, 'The upload was interrupted'],
  'upload/stalled': [408, 'The upload stalled'],
  'upload/not-an-image': [400, 'Please select an image file'],
  'upload/image-unreadable': [
    400,
    'This picture is damaged or has more than 52 megapixels. Please choose another one.',
  ],
  'upload/keeps-metadata': [415, 'This kind of picture would keep where it was taken. Please send it as JPEG or PNG.'],
  'upload/not-a-group-image': [400, 'Please select a valid image file'],
  'upload/picture-too-large': [413, 'File size must be less than 5MB'],
  'upload/group-image-too-large': [413, 'Image size must be less than 5MB'],
  'upload/video-too-large': [413, '{size} exceeds 100MB limit for videos'],
  'upload/file-too-large': [413, '{size} exceeds 25MB limit for files'],
  'storage/full': [413, 'Your files and messages take up all of your {size}. Please delete some of them first.'],
  'upload/image-unknown': [400, 'Please upload the image again'],
  'file/not-found': [404, 'File not found'],

  'places/unavailable': [502, 'Unable to load address suggestions'],
  'admin/invalid-credentials': [401, 'Invalid credentials'],
  'admin/closed': [404, 'Not found'],
} as const satisfies {
  readonly [code: `${string}/${string}`]: readonly [status: number, text: string];
};

export type RefusalCode = keyof typeof refusals;

/** A refused request as a value. `values` fill the text; `retryAfter` is in whole seconds. */
export type Refusal = {
  readonly refused: RefusalCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly retryAfter?: number;
};

export const statusOf = (refusal: Refusal): number => refusals[refusal.refused][0];

/** User-facing text with the values filled in. */
export const textOf = (refusal: Refusal): string =>
  refusals[refusal.refused][1].replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.values?.[name] ?? ''));
