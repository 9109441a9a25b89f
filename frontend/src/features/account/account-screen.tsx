import './account.css';
import { ArrowLeft, Bell, CircleHelp, LogOut, UserRound } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { SideTabs } from '../../shared/ui/controls/side-tabs.tsx';
import { useDiscardQuestion } from '../../shared/ui/overlays/discard-question.tsx';
import { UnsavedForms } from './edit-form.tsx';
import { HelpTab } from './help-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import SignOutQuestion from './sign-out-question.tsx';

const tabs = [
  { id: 'profile', label: 'Profile', Icon: UserRound },
  { id: 'notifications', label: 'Notifications', Icon: Bell },
  { id: 'help', label: 'Help & Support', Icon: CircleHelp },
] as const;
type TabId = (typeof tabs)[number]['id'];

const tabOf = (asked: string | null): TabId => tabs.find(({ id }) => id === asked)?.id ?? 'profile';

export interface AccountScreenProps {
  /** Shown beside the screen while a code is requested. It may fill in the code. */
  codeHelper?: (target: CodeTarget) => ReactNode;
}

export default function AccountScreen({ codeHelper }: AccountScreenProps) {
  const user = useAppSelector(selectUser);
  const [search, setSearch] = useSearchParams();
  const tab = tabOf(search.get('tab'));
  const [unsaved, countUnsaved] = useState(0);
  if (user === null) return null;

  return (
    <div className="account">
      <aside className="sidebar" aria-label="Account settings">
        <Back isUnsaved={unsaved > 0} />
        <SideTabs
          label="Account settings"
          name="account"
          tabs={tabs}
          current={tab}
          onChange={(id) => setSearch(id === 'profile' ? {} : { tab: id }, { replace: true })}
        />
        <SignOut />
      </aside>
      <main className="main account__main">
        <Panel id="profile" current={tab}>
          <UnsavedForms value={countUnsaved}>
            <ProfileTab user={user} codeHelper={codeHelper} />
          </UnsavedForms>
        </Panel>
        <Panel id="notifications" current={tab}>
          {tab === 'notifications' && <NotificationsTab />}
        </Panel>
        <Panel id="help" current={tab}>
          <HelpTab />
        </Panel>
      </main>
    </div>
  );
}

const DASHBOARD = '/dashboard';

const opensTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

function Back({ isUnsaved }: { isUnsaved: boolean }) {
  const navigate = useNavigate();
  const { close, question } = useDiscardQuestion('changes', isUnsaved, () => void navigate(DASHBOARD));
  const ask = (click: MouseEvent) => {
    if (!isUnsaved || opensTab(click)) return;
    click.preventDefault();
    close();
  };
  return (
    <>
      <Link className="nav nav--back" to={DASHBOARD} onClick={ask}>
        <ArrowLeft className="i" />
        Back to dashboard
      </Link>
      {question}
    </>
  );
}

/** A hidden panel stays mounted, so that typed text and downloads survive. */
function Panel({ id, current, children }: { id: TabId; current: TabId; children: ReactNode }) {
  return (
    <div
      className="account__in"
      role="tabpanel"
      id={`account-panel-${id}`}
      aria-labelledby={`account-tab-${id}`}
      hidden={id !== current}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
    >
      <div className="account__col">{children}</div>
    </div>
  );
}

function SignOut() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="nav nav--out" onClick={() => setAsking(true)}>
        <LogOut className="i" />
        Logout
      </button>
      {asking && <SignOutQuestion onClose={() => setAsking(false)} />}
    </>
  );
}
