import { groupInitials } from '@quorum/contracts/text/initials.ts';
import type { AccentName } from '../../lib/accent.ts';
import { classNames } from '../../lib/class-names.ts';
import { type AvatarSize, PictureOr } from './avatar.tsx';

export interface GroupAvatarProps {
  name: string;
  imageUrl?: string | null;
  /** By default the surrounding accent. */
  accent?: AccentName;
  size?: AvatarSize;
  /** Only where no name is beside it. Without a label the picture is decoration. */
  label?: string;
}

/** A group: its image, else the initials of its first two words. Groups are rounded squares, people are circles. */
export function GroupAvatar({ name, imageUrl, accent, size = 32, label }: GroupAvatarProps) {
  return (
    <span
      data-accent={accent}
      className={classNames('avatar', size !== 32 && `avatar--${size}`, 'avatar--group')}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <PictureOr src={imageUrl}>{groupInitials(name)}</PictureOr>
    </span>
  );
}
