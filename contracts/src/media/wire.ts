import { z } from 'zod';
import { boundingDate, timeZone } from '../kernel/fields.ts';
import { type Answer, answers, type Route } from '../kernel/route.ts';
import type { LinkPreview } from '../message/link-preview.ts';

export type MediaKind = 'files' | 'images' | 'links';

export type MediaItemView = {
  readonly id: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly fileUrl: string;
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
  readonly mimeType: string;
  /** The beginning of the message's text, at most 200 characters. */
  readonly content: string;
  readonly createdAt: string;
  readonly sender: { readonly firstName: string; readonly lastName: string };
};

export type LinkItemView = MediaItemView & Omit<LinkPreview, 'siteName'>;

/** Items in one page. */
export const MEDIA_PAGE = 100;

const NO_SUCH_PAGE = 'This page does not exist';

/** The last item of a page: items are paged by the time of their message, newest first, then id. */
export const MEDIA_CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w#-]{1,80})$/;

export const mediaQuery = z.object({
  startDate: boundingDate,
  endDate: boundingDate,
  timeZone: timeZone.optional(),
  /** The `next` of the previous page. */
  after: z.string({ error: NO_SUCH_PAGE }).regex(MEDIA_CURSOR, NO_SUCH_PAGE).optional(),
});

const mediaRoute = <Path extends string, Body>(path: `/api/messages/group/:groupId/${Path}`, answer: Answer<Body>) =>
  ({
    method: 'GET',
    path,
    service: 'query',
    permission: { access: 'profile', rule: 'chat' },
    query: mediaQuery,
    compress: 'always',
    answer,
  }) as const satisfies Route;

/** Shared files, pictures and links, by day. */
export const mediaRoutes = {
  filesByDate: mediaRoute(
    '/api/messages/group/:groupId/files',
    answers<{ filesByDate: Record<string, MediaItemView[]>; next?: string }>(),
  ),
  imagesByDate: mediaRoute(
    '/api/messages/group/:groupId/images',
    answers<{ imagesByDate: Record<string, MediaItemView[]>; next?: string }>(),
  ),
  linksByDate: mediaRoute(
    '/api/messages/group/:groupId/links',
    answers<{ linksByDate: Record<string, LinkItemView[]>; next?: string }>(),
  ),
} as const satisfies { readonly [name: string]: Route };
