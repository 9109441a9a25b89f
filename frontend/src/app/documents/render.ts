import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { publicDocuments } from './documents.tsx';
import { InvitePicture, MarkPicture, SignInPictures } from './pictures.tsx';

/** The public documents as HTML, for the build and the development server. */
export const renderDocuments = () =>
  publicDocuments.map(({ name, title, description, content }) => ({
    name,
    title,
    description,
    content: renderToStaticMarkup(content),
  }));

/** Shown until the app has rendered. */
export const renderPictures = () => ({
  signIn: renderToStaticMarkup(createElement(SignInPictures)),
  invite: renderToStaticMarkup(createElement(InvitePicture)),
  mark: renderToStaticMarkup(createElement(MarkPicture)),
});
