import {
  CalendarDays,
  CalendarPlus,
  CalendarSearch,
  Columns3,
  Grid3x3,
  Keyboard,
  List,
  LogIn,
  LogOut,
  type LucideIcon,
  Plus,
  RectangleVertical,
  Search,
} from 'lucide-react';
import type { ScreenActionId } from '../../data/screen-actions/screen-actions.ts';

/** Each as it is named, and its sign. */
export const shownActions: Readonly<Record<ScreenActionId, readonly [name: string, Icon: LucideIcon]>> = {
  createEvent: ['Create event', CalendarPlus],
  createGroup: ['Create group', Plus],
  joinGroup: ['Join a group', LogIn],
  search: ['Search messages', Search],
  today: ['Go to today', CalendarDays],
  jumpToDate: ['Jump to date', CalendarSearch],
  showList: ['Show list', List],
  showDay: ['Show day', RectangleVertical],
  showWeek: ['Show week', Columns3],
  showMonth: ['Show month', Grid3x3],
  shortcuts: ['Keyboard shortcuts', Keyboard],
  signOut: ['Sign out', LogOut],
};
