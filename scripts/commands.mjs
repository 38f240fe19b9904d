// @ts-check

/**
 * The commands of package.json. `bootstrap.mjs` prints their help from this table and refuses what is not in it, and the
 * scripts parse their options with it (cli/command-line.mjs). Plain JavaScript, because a Node without TypeScript reads it
 * before any package is installed.
 *
 * @typedef {object} CommandOption
 * @property {'string' | 'boolean'} type
 * @property {string} [short]
 * @property {string} [value] The placeholder of the value.
 * @property {readonly string[]} [choices] The possible values.
 * @property {string} about
 *
 * @typedef {object} Subcommand
 * @property {string} about
 * @property {Readonly<Record<string, CommandOption>>} [options]
 * @property {Readonly<Record<string, Subcommand>>} [subcommands] By name and arguments, as in `show <id>`.
 * @property {Readonly<Record<string, string>>} [parts] What each argument can be. After `looks [commit]` any argument can follow.
 * @property {string} [notes] More lines of the help.
 * @property {boolean} [needsDevelopment] It needs the `devDependencies`.
 *
 * @typedef {Subcommand & { usage: string, script: string, args?: readonly string[] }} Command
 * `usage` ends with the arguments. `args` are those before the arguments of the caller.
 */

const JSON_OUTPUT = /** @type {const} */ ({ type: 'boolean', about: 'print one JSON document instead of text' })
const FORCE = /** @type {const} */ ({
  type: 'boolean',
  about: 'overwrite what editors have changed since the last seed run',
})
const YES = /** @type {const} */ ({ type: 'boolean', about: 'do not ask before writing to "master" of a real space' })
const ENVIRONMENT = /** @type {const} */ ({
  type: 'string',
  value: '<id>',
  about: 'environment of the space; without it CONTENTFUL_ENVIRONMENT, or "master"',
})
const SITE = /** @type {const} */ ({
  type: 'string',
  value: '<address>',
  about: 'address of the site whose server has the photo desk; without it VITE_SITE_URL, or the local site',
})
const TOO_MANY = /** @type {const} */ ({
  type: 'boolean',
  about: 'every message in the spam folder that exceeded a limit',
})
const TYPES_OPTIONS = /** @type {const} */ ({
  check: { type: 'boolean', about: 'write nothing; exit code 3 if a file is out of date' },
  json: JSON_OUTPUT,
})

export const COMMANDS = /** @type {const} */ ({
  start: {
    usage: 'npm start',
    about: `Builds the site when its sources have changed, and serves it with a local Contentful and the contact API.
PORT and CMS_PORT set other ports. CMS=off starts no Contentful. A real space can be set in .env (docs/configuration.md).`,
    script: 'scripts/start.ts',
    options: {
      state: { type: 'string', value: '<folder>', about: 'state of the local Contentful; .contentful by default' },
      out: { type: 'string', value: '<folder>', about: 'folder of the build; dist by default' },
    },
  },
  dev: {
    usage: 'npm run dev',
    about: `Serves the site from its sources with hot replacement. It uses the same content and variables as npm start.`,
    script: 'scripts/dev.ts',
    options: {
      state: { type: 'string', value: '<folder>', about: 'state of the local Contentful; .contentful by default' },
    },
    needsDevelopment: true,
  },
  test: {
    usage: 'npm test -- [check or test file …]',
    about: `Runs every check; the last line is "N passed, N failed". Arguments select checks (fresh, types, lint, imports, unused,
unit, mounted, contract, faults, e2e) or test files by a part of their path. Two checks run only when they are named: browsers (Firefox
and WebKit) and deployment (the samples in deploy/). All tests of a sentence of docs/requirements.md: npm test -- -g "§12.7 ".`,
    script: 'scripts/test.ts',
    options: {
      grep: { type: 'string', short: 'g', value: '<text>', about: 'only tests with this text in their name' },
      headed: { type: 'boolean', about: 'show the browser' },
      watch: { type: 'boolean', about: 'run the tests again after each change (unit and contract only)' },
      'no-install': { type: 'boolean', about: 'print the command that installs a missing browser, and stop' },
    },
    needsDevelopment: true,
  },
  check: {
    usage: 'npm run check',
    about: 'Runs the checks without a browser or a server: generated files, types, lint, imports and unused code.',
    script: 'scripts/test.ts',
    args: ['fresh', 'types', 'lint', 'imports', 'unused'],
    needsDevelopment: true,
  },
  build: {
    usage: 'npm run build',
    about: `Builds a release in RELEASES_FOLDER and activates it, for npm run serve.
VITE_SITE_URL must be the address of the site, unless VITE_ENVIRONMENT is dev or qa.`,
    script: 'scripts/build.ts',
    options: {
      out: { type: 'string', value: '<folder>', about: 'write the files for a static host into this folder instead' },
      'allow-fallback': {
        type: 'boolean',
        about: 'use the content of cms/seed for pages that Contentful does not return',
      },
    },
  },
  serve: {
    usage: 'npm run serve',
    about: 'Serves the active release and the contact API, and sends the emails (docs/deploying.md).',
    script: 'server/main.ts',
    options: {
      check: { type: 'boolean', about: 'check every setting and print each problem; start nothing' },
    },
  },
  releases: {
    usage: 'npm run releases -- [command]',
    about: 'Lists the releases in RELEASES_FOLDER, or activates one. A running server switches within a second.',
    script: 'scripts/releases.ts',
    subcommands: {
      rollback: { about: 'activates the release before the active one' },
      'activate <id>': { about: 'activates this release' },
    },
  },
  types: {
    usage: 'npm run types',
    about: `Generates the files that depend on cms/model, the queries and the routes, and lists the queries that the model
breaks and the fields that src does not use. The same as npm run cms -- types.`,
    script: 'scripts/cms.ts',
    args: ['types'],
    options: TYPES_OPTIONS,
    needsDevelopment: true,
  },
  cms: {
    usage: 'npm run cms -- <command>',
    about: 'The content of a Contentful space: the local one, or the one that CONTENTFUL_SPACE_ID names.',
    script: 'scripts/cms.ts',
    subcommands: {
      plan: {
        about: 'shows what seed would create, update and publish, field by field, and what it keeps; writes nothing',
        options: { environment: ENVIRONMENT, force: FORCE, json: JSON_OUTPUT },
      },
      seed: {
        about: 'writes the model, the pictures and the content of cms/ to the space',
        options: { environment: ENVIRONMENT, force: FORCE, yes: YES, json: JSON_OUTPUT },
      },
      verify: {
        about: 'compares the space with the seed; exit code 3 if they differ by more than changes of editors',
        options: { environment: ENVIRONMENT, json: JSON_OUTPUT },
      },
      migrate: {
        about: 'runs the scripts of cms/migrations that have not run in the space, each after its plan and a question',
        options: {
          environment: ENVIRONMENT,
          yes: { type: 'boolean', about: 'do not ask before a script runs' },
          applied: { type: 'string', value: '<script>', about: 'record this script as applied without running it' },
        },
        needsDevelopment: true,
      },
      pull: {
        about: 'writes the published content to cms/seed and public/media',
        options: {
          'dry-run': { type: 'boolean', about: 'write nothing, show what would be written' },
          json: JSON_OUTPUT,
        },
      },
      'app <command>': {
        about: 'installs the photo desk, in which editors manage photos and logos, or removes it',
        subcommands: {
          install: {
            about: 'installs the photo desk in the space: app definition, installation, and the controls of its fields',
            options: { url: SITE, environment: ENVIRONMENT, yes: YES, json: JSON_OUTPUT },
          },
          uninstall: {
            about: 'removes the photo desk from the space; its fields get their default controls',
            options: { url: SITE, environment: ENVIRONMENT, yes: YES, json: JSON_OUTPUT },
          },
        },
      },
      check: {
        about: 'prints the content report: what editors should correct; exit code 3 if visitors miss something',
        options: {
          offline: { type: 'boolean', about: 'do not check links to other sites' },
          json: JSON_OUTPUT,
        },
      },
      types: { about: 'the same as npm run types', options: TYPES_OPTIONS, needsDevelopment: true },
    },
    notes: `Exit codes: 0 done; 1 stopped (the last lines say what to do); 2 some resources failed (the output names them);
3 a change is blocked (plan), the space differs from the seed by more than changes of editors (verify), the report has
findings (check), or a query is broken or a file out of date (types).`,
  },
  messages: {
    usage: 'npm run messages -- <command>',
    about: 'Contact messages in the database of the server, which may be running.',
    script: 'scripts/messages.ts',
    subcommands: {
      list: {
        about: 'lists the newest messages',
        options: {
          folder: {
            type: 'string',
            value: '<folder>',
            choices: ['inbox', 'spam'],
            about: 'only messages in this folder',
          },
          state: {
            type: 'string',
            value: '<state>',
            choices: ['waiting', 'sent', 'dead'],
            about: 'only messages whose email has this state',
          },
          limit: { type: 'string', value: '<number>', about: 'number of messages; 50 by default' },
        },
      },
      'show <id>': { about: 'shows one message' },
      'export <email-or-file> [file]': {
        about: 'exports all messages of a person, or all messages, as CSV to a new file',
        notes: 'What contains @ is an email address; without a file, <email>.csv is written in this folder.',
      },
      'replay [id]': {
        about: 'sends an email again that was given up, for up to 72 hours',
        options: { dead: { type: 'boolean', about: 'every email that was given up' } },
      },
      'release [id]': {
        about: 'moves a message from the spam folder to the inbox, and sends its email',
        options: { 'too-many': TOO_MANY },
      },
      'delete [id-or-email]': {
        about: 'deletes a message, or all messages of a person, with emails and .eml files',
        options: {
          'too-many': TOO_MANY,
          yes: { type: 'boolean', about: 'delete without confirmation' },
        },
      },
    },
    notes: 'The first characters of an id are enough.',
  },
  backup: {
    usage: 'npm run backup -- [file]',
    about: `Backs up the database with all messages to a new file, which only its owner can read: a copy of SQLite, or a dump of
PostgreSQL by pg_dump. The server may be running. docs/deploying.md, Back up and restore, says how to restore it.`,
    script: 'scripts/backup.ts',
    options: {
      folder: { type: 'string', value: '<folder>', about: 'add a numbered file to this folder and keep the newest 48' },
    },
  },
  'database:copy': {
    usage: 'npm run database:copy',
    about: `Copies the SQLite database in BACKEND_FOLDER to the PostgreSQL database of DATABASE_URL, which must be empty.
Stop the server first, and start it with DATABASE_URL afterwards.`,
    script: 'scripts/copy-database.ts',
  },
  bench: {
    usage: 'npm run bench -- [part …]',
    about: `Prints speed and size on this machine, of all parts or of these. Nothing passes or fails. The part looks runs only when
it is named.`,
    script: 'scripts/bench/bench.ts',
    parts: {
      pages: 'each page with Lighthouse, compared with the same page without scripts',
      gallery: 'galleries of 120 and 1,000 photos',
      navigation: 'route changes',
      'contentful-local': 'requests and memory of a local Contentful with up to 50,000 entries',
      'looks [commit]': 'screenshots that differ from those of a commit, HEAD by default, in .cache/bench/looks',
    },
    needsDevelopment: true,
  },
})
