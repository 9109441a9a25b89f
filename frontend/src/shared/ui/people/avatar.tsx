import { personInitial } from '@quorum/contracts/text/initials.ts';
import type { CSSProperties, ImgHTMLAttributes, ReactNode } from 'react';
import { useFailedPicture } from '../../hooks/use-failed-picture.ts';
import { classNames } from '../../lib/class-names.ts';

export type AvatarSize = 20 | 24 | 28 | 32 | 36 | 40 | 48 | 64 | 96;

export interface AvatarProps {
  photoUrl?: string | null;
  name?: string | null;
  /** The last two digits of the phone number, for a person without a name. */
  phoneLast2?: string | null;
  /** Pixels. */
  size?: AvatarSize;
  /** Degrees. The color of a person without a picture. */
  hue?: number | undefined;
}

/** A person, as decoration beside a name: the photo, else the first letter, else the last two digits, else U. */
export function Avatar({ photoUrl, name, phoneLast2, size = 32, hue }: AvatarProps) {
  return (
    <span
      className={classNames('avatar', size !== 32 && `avatar--${size}`, 'tabular-digits')}
      style={inHue(hue)}
      aria-hidden="true"
    >
      <PictureOr src={photoUrl}>{personInitial(name, phoneLast2)}</PictureOr>
    </span>
  );
}

/** For what takes its color from a hue; neutral without one. */
export const inHue = (hue: number | undefined): CSSProperties | undefined =>
  hue === undefined ? undefined : ({ '--hue': hue } as CSSProperties);

export interface PictureOrProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string | null | undefined;
  children: ReactNode;
}

/** The picture, or its stand-in while there is none or it cannot be loaded. */
export function PictureOr({ src, children, ...rest }: PictureOrProps) {
  const { hasFailed, onError } = useFailedPicture(src);
  if (!src || hasFailed) return children;
  return <img {...rest} src={src} alt="" draggable={false} onError={onError} />;
}
