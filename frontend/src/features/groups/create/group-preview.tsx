import { selectUser } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { personName } from '../../../data/user/person-label.ts';
import type { AccentName } from '../../../shared/lib/accent.ts';
import { AccentScope } from '../../../shared/ui/accent-scope.tsx';
import { GroupPreviewCard } from '../../../shared/ui/group-preview-card.tsx';
import type { NewGroup } from './new-group.ts';

/** The group as others will see it, updated while it is described. */
export function GroupPreview(props: { group: NewGroup; imageUrl: string | undefined; accent: AccentName }) {
  const { group, imageUrl, accent } = props;
  const user = useAppSelector(selectUser);
  return (
    <AccentScope accent={accent} className="cg__pv" role="complementary" aria-label="Preview">
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
