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

export const mediaQuery = z.object({
  startDate: boundingDate,
  endDate: boundingDate,
  timeZone: timeZone.optional(),
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
    answers<{ filesByDate: Record<string, MediaItemView[]> }>(),
  ),
  imagesByDate: mediaRoute(
    '/api/messages/group/:groupId/images',
    answers<{ imagesByDate: Record<string, MediaItemView[]> }>(),
  ),
  linksByDate: mediaRoute(
    '/api/messages/group/:groupId/links',
    answers<{ linksByDate: Record<string, LinkItemView[]> }>(),
  ),
} as const satisfies { readonly [name: string]: Route };
