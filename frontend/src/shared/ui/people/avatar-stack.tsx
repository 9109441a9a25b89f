import { Avatar, type AvatarProps } from './avatar.tsx';

export interface AvatarStackProps {
  people: readonly (Pick<AvatarProps, 'photoUrl' | 'name' | 'phoneLast2' | 'hue'> & { readonly id: string })[];
  /** How many are drawn before the rest is shown as a number. */
  max?: number;
  /** The total, where `people` holds only the first. */
  total?: number;
  size?: AvatarProps['size'];
}

export function AvatarStack({ people, max = 4, total = people.length, size = 24 }: AvatarStackProps) {
  const shown = people.slice(0, max);
  const rest = total - shown.length;
  return (
    <span className="avatar-stack" aria-hidden="true">
      {shown.map(({ id, ...person }) => (
        <Avatar key={id} {...person} size={size} />
      ))}
      {rest > 0 && <span className="avatar-stack__more">+{rest}</span>}
    </span>
  );
}
