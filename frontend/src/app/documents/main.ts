import './documents.css';
import { offerStores } from '../../features/app-download/offer-stores.ts';
import { markSection } from '../../features/public-pages/mark-section.ts';
import { linkOpenedQuestions, openLinkedQuestion } from '../../features/public-pages/open-linked-question.ts';
import { followTheme } from '../../shared/lib/theme.ts';

followTheme();
linkOpenedQuestions();
openLinkedQuestion();
markSection();
void offerStores();
