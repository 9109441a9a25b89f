const { options } = require('./.dependency-cruiser.cjs');

/** Folders of the client that need each other are one thing in two places. Tests are left out: they see the whole app. */
module.exports = {
  forbidden: [
    {
      name: 'frontend-no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^frontend/src/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$|^frontend/src/testing/` } },
};
