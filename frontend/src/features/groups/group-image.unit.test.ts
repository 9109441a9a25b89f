import { expect, it } from 'vitest';
import { groupImageError } from './group-image.ts';

it('a file that is no image is refused (GROUP-06)', () => {
  expect(groupImageError({ type: 'text/plain', size: 10 })).toBe('Please select a valid image file');
  expect(groupImageError({ type: 'image/svg+xml', size: 10 })).toBe('Please select a valid image file');
  expect(groupImageError({ type: 'image/webp', size: 10 })).toBeUndefined();
});

it('an image of more than 5,242,880 bytes is refused (GROUP-07, LIMIT-10)', () => {
  expect(groupImageError({ type: 'image/png', size: 5_242_880 })).toBeUndefined();
  expect(groupImageError({ type: 'image/png', size: 5_242_881 })).toBe('Image size must be less than 5MB');
});
