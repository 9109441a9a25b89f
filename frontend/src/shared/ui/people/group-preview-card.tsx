import { counted } from '@quorum/contracts/text/counted.ts';
import './group-preview-card.css';
import { User, Users } from 'lucide-react';
import type { AccentName } from '../../lib/accent.ts';
import { PictureOr } from './avatar.tsx';
import { GroupAvatar } from './group-avatar.tsx';

export interface GroupPreviewCardProps {
  name: string;
  description: string;
  imageUrl?: string | null;
  /** The color of the group, on its picture alone. */
  accent: AccentName;
  memberCount: number;
  createdBy: string;
  /** While there is no text, gray lines stand in for the description. */
  placeholder?: boolean;
}

/** A group as people see it before joining: in neutral ink, so that none looks like danger. */
export function GroupPreviewCard(props: GroupPreviewCardProps) {
  const { name, description, imageUrl, accent, memberCount, createdBy, placeholder } = props;
  return (
    <article className="gprev" data-accent="personal" aria-label="Group preview">
      <GroupCover imageUrl={imageUrl} />
      <div className="gprev__body">
        <GroupAvatar name={name} imageUrl={imageUrl} accent={accent} />
        {name === '' ? (
          <p className="gprev__name">
            <span className="ph" style={{ width: '60%' }} />
          </p>
        ) : (
          <h3 className="gprev__name" dir="auto">
            {name}
          </h3>
        )}
        {placeholder && description === '' ? (
          <p>
            <span className="ph" style={{ width: '94%' }} />
            <span className="ph" style={{ width: '58%' }} />
          </p>
        ) : (
          <p>{description}</p>
        )}
        <GroupFacts className="gprev__meta" memberCount={memberCount} createdBy={createdBy} />
      </div>
    </article>
  );
}

/** The image across the top. Without one, rings around the avatar. */
export function GroupCover({ imageUrl, className }: { imageUrl?: string | null | undefined; className?: string }) {
  return (
    <span className={className ?? 'gprev__cover'} aria-hidden="true">
      <PictureOr src={imageUrl}>
        {[120, 210, 320, 450].map((size) => (
          <i key={size} style={{ width: size, height: size }} />
        ))}
      </PictureOr>
    </span>
  );
}

export function GroupFacts(props: { className: string; memberCount: number; createdBy: string }) {
  return (
    <div className={props.className}>
      <span>
        <Users className="i" />
        {counted(props.memberCount, 'member')}
      </span>
      <span>
        <User className="i" />
        Created by {props.createdBy}
      </span>
    </div>
  );
}
