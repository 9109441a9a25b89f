import { GroupPreviewCard } from '../../../entities/group/group-preview-card.tsx';
import { selectUser } from '../../../entities/session/session-slice.ts';
import { useAppSelector } from '../../../entities/store/hooks.ts';
import { personName } from '../../../entities/user/person-label.ts';
import { AccentScope } from '../../../shared/ui/accent-scope.tsx';
import type { NewGroup } from './new-group.ts';

/** The group as others will find it, filled in while it is described. */
export function GroupPreview({ group, imageUrl }: { group: NewGroup; imageUrl: string | undefined }) {
  const user = useAppSelector(selectUser);
  return (
    <AccentScope accent="teal" className="cg__pv" role="complementary" aria-label="Preview">
      <h3>What people see before they join</h3>
      <GroupPreviewCard
        name={group.name.trim()}
        description={group.description.trim()}
        imageUrl={imageUrl}
        memberCount={1}
        createdBy={user ? personName(user) : 'you'}
        placeholder
      />
    </AccentScope>
  );
}
