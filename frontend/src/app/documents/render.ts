import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { publicDocuments } from './documents.tsx';
import { InvitePicture, SignInPictures } from './pictures.tsx';

/** The public documents as text, for the build and for the development server. */
export const renderDocuments = () =>
  publicDocuments.map(({ name, title, description, content }) => ({
    name,
    title,
    description,
    content: renderToStaticMarkup(content),
  }));

/** What stands on a page until the app does. */
export const renderPictures = () => ({
  signIn: renderToStaticMarkup(createElement(SignInPictures)),
  invite: renderToStaticMarkup(createElement(InvitePicture)),
});
