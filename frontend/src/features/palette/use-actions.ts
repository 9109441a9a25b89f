import type { GroupView } from '@quorum/contracts/group/wire.ts';
import {
  Bell,
  BellOff,
  CalendarDays,
  CalendarPlus,
  type LucideIcon,
  MessageCircle,
  Monitor,
  Moon,
  Sun,
  UserRound,
} from 'lucide-react';
import { mayIn } from '../../data/group/group-rights.ts';
import { preferencesApi } from '../../data/preferences/preferences-api.ts';
import { useMutedGroups } from '../../data/preferences/use-notifications.ts';
import { type ScreenActionId, screenActionOf, singleKeys } from '../../data/screen-actions/screen-actions.ts';
import { useSingleKeys } from '../../data/screen-actions/use-single-keys.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { pathOfGroup, pathOfSchedule } from '../../shared/lib/addresses.ts';
import { readTheme, setTheme, type ThemeChoice } from '../../shared/lib/theme.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import type { Offered, Option } from './options.ts';
import { shownActions } from './shown-actions.ts';

type Action = Extract<Option, { kind: 'action' }>;

const action = (key: string, name: string, rest: Omit<Action, 'kind' | 'key' | 'name'>): Action => ({
  kind: 'action',
  key,
  name,
  ...rest,
});

const offered = (id: ScreenActionId): readonly Action[] => {
  if (screenActionOf(id) === undefined) return [];
  const [name, Icon] = shownActions[id];
  const shortcut = Object.keys(singleKeys).find((key) => singleKeys[key] === id);
  return [action(id, name, { Icon, run: () => screenActionOf(id)?.(), ...(shortcut && { shortcut }) })];
};

const searchFor = (typed: string): readonly Action[] =>
  offered('search').map((search) => ({
    ...search,
    name: `${search.name} for “${typed}”`,
    run: () => screenActionOf('search')?.({ typed, chips: [], tab: 'messages' }),
  }));

const THEMES: readonly (readonly [ThemeChoice, string, LucideIcon])[] = [
  ['system', 'Theme: System', Monitor],
  ['light', 'Theme: Light', Sun],
  ['dark', 'Theme: Dark', Moon],
];

const themes = (): readonly Action[] =>
  THEMES.filter(([theme]) => theme !== readTheme()).map(([theme, name, Icon]) =>
    action(`theme ${theme}`, name, { Icon, run: () => setTheme(theme) }),
  );

const viewsOf = (group: GroupView | undefined): readonly Action[] =>
  group === undefined
    ? []
    : [
        action('chat', 'Open chat', { Icon: MessageCircle, to: `${pathOfGroup(group._id)}/chat` }),
        action('schedule', 'Open schedule', { Icon: CalendarDays, to: pathOfSchedule(group._id) }),
      ];

/** Until it is turned back on. The bell of the group offers other times. */
const useMuting = () => {
  const muted = useMutedGroups();
  const dispatch = useAppDispatch();
  const toast = useToast();
  return ({ _id: groupId, name }: GroupView): Action => {
    const change = async (mutedUntil: 'always' | null): Promise<void> => {
      const { error } = await dispatch(
        preferencesApi.endpoints.changeGroupPreferences.initiate({ groupId, mutedUntil }),
      );
      if (error !== undefined) toast('Your choice wasn’t saved', 'error');
    };
    if (muted.has(groupId))
      return action(`mute ${groupId}`, `Unmute ${name}`, { Icon: Bell, run: () => void change(null) });
    const mute = () => {
      void change('always');
      toast(`${name} is muted`, 'success', { label: 'Undo', run: () => void change(null) });
    };
    return action(`mute ${groupId}`, `Mute ${name}`, { Icon: BellOff, run: mute });
  };
};

const createIn = (group: GroupView): readonly Action[] =>
  mayIn(group, 'createEvents')
    ? [
        action(`create ${group._id}`, `Create event in ${group.name}`, {
          Icon: CalendarPlus,
          to: `${pathOfSchedule(group._id)}?create`,
        }),
      ]
    : [];

/** The actions of this place. */
export const useActions = (
  typed: string,
  groups: readonly GroupView[],
  open: GroupView | undefined,
): Pick<Offered, 'actions' | 'actionsElsewhere' | 'searches'> => {
  const isTyped = typed.trim() !== '';
  const muting = useMuting();
  const [hasSingleKeys] = useSingleKeys();
  const ofScreen = (...ids: readonly ScreenActionId[]): readonly Action[] => ids.flatMap(offered);
  const actions = [
    ...ofScreen('createEvent', 'createGroup', 'joinGroup'),
    ...(isTyped ? [] : offered('search')),
    ...ofScreen('today', 'jumpToDate', 'showList', 'showDay', 'showWeek', 'showMonth'),
    ...viewsOf(open),
    ...(open === undefined ? [] : [muting(open)]),
    ...themes(),
    ...ofScreen('shortcuts'),
    action('account', 'Account', { Icon: UserRound, to: '/account' }),
    ...ofScreen('signOut'),
  ];
  const others = isTyped ? groups.filter((group) => group._id !== open?._id) : [];
  const shown = (all: readonly Action[]): readonly Action[] =>
    hasSingleKeys ? all : all.map(({ shortcut: _, ...rest }) => rest);
  return {
    actions: shown(actions),
    searches: isTyped ? shown(searchFor(typed.trim())) : [],
    actionsElsewhere: others.flatMap((group) => [muting(group), ...createIn(group)]),
  };
};
