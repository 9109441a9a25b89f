import { describe, expect, it } from 'vitest';
import { limits } from '../kernel/limits.ts';
import {
  FILES_TOO_LARGE_LIMITS,
  FILES_TOO_LARGE_TITLE,
  fileBadge,
  filesTooLargeIntro,
  formatSize,
  isTooLarge,
  messageTypeOf,
  tooLargeLine,
} from './file-kinds.ts';

const MB = 1_048_576;

describe('a file', () => {
  it('the size of a file is shown in Bytes, KB, MB or GB (MEDIA-11, LIMIT-26)', () => {
    expect([0, 1, 512, 1_023].map(formatSize)).toEqual(['0 Bytes', '1 Byte', '512 Bytes', '1023 Bytes']);
    expect([1_024, 49_152, 1_536].map(formatSize)).toEqual(['1 KB', '48 KB', '1.5 KB']);
    expect([MB - 1, MB, 8.4 * MB, 212 * MB].map(formatSize)).toEqual(['1 MB', '1 MB', '8.4 MB', '212 MB']);
    expect([1_024 * MB - 1, 1_024 * MB, 5_000 * 1_024 * MB].map(formatSize)).toEqual(['1 GB', '1 GB', '5000 GB']);
  });

  it('the badge of a file depends on its extension (MEDIA-12, LIMIT-26)', () => {
    const names = [
      'a.pdf',
      'b.DOC',
      'c.docx',
      'd.xls',
      'e.xlsx',
      'f.ppt',
      'g.pptx',
      'h.txt',
      'i.otf',
      'j',
      'k.constructor',
      '.',
    ];
    expect(names.map(fileBadge)).toEqual([
      'PDF',
      'DOC',
      'DOC',
      'XLS',
      'XLS',
      'PPT',
      'PPT',
      'TXT',
      'FILE',
      'FILE',
      'FILE',
      'FILE',
    ]);
  });

  it('a file may have 100MB as a video and 25MB otherwise, to the byte (MEDIA-03, LIMIT-11)', () => {
    expect([limits.video, limits.attachment]).toEqual([100 * MB, 25 * MB]);
    expect(isTooLarge({ name: 'a.mov', size: 104_857_600, type: 'video/quicktime' })).toBe(false);
    expect(isTooLarge({ name: 'a.mov', size: 104_857_601, type: 'video/quicktime' })).toBe(true);
    expect(isTooLarge({ name: 'a.png', size: 26_214_400, type: 'image/png' })).toBe(false);
    expect(isTooLarge({ name: 'a.png', size: 26_214_401, type: 'image/png' })).toBe(true);
  });

  it('a file that is too large is refused with the specified texts (MEDIA-05, MEDIA-06, MEDIA-07)', () => {
    expect(FILES_TOO_LARGE_TITLE).toBe('Files Too Large');
    expect(filesTooLargeIntro(1)).toBe('The following file is too large:');
    expect(filesTooLargeIntro(2)).toBe('The following files are too large:');
    expect(tooLargeLine({ name: 'a.mov', size: 212 * MB, type: 'video/mp4' })).toBe(
      '212 MB exceeds 100MB limit for videos',
    );
    expect(tooLargeLine({ name: 'a.pptx', size: 38.4 * MB, type: '' })).toBe('38.4 MB exceeds 25MB limit for files');
    expect(tooLargeLine({ name: 'a.png', size: 25 * MB + 1, type: 'image/png' })).toBe(
      '25.1 MB exceeds 25MB limit for files',
    );
    expect(FILES_TOO_LARGE_LIMITS).toEqual(['Videos: max 100MB', 'Other files: max 25MB']);
  });

  it('the mime type of a file decides the type of its message', () => {
    expect(messageTypeOf('image/png')).toBe('image');
    expect(messageTypeOf('Video/MP4; codecs=avc1')).toBe('video');
    expect(['image/svg+xml', 'application/pdf', '', 'x-image/png'].map(messageTypeOf)).toEqual(Array(4).fill('file'));
  });
});
