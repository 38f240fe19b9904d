// @ts-check
/**
 * The commands of package.json. `bootstrap.mjs` prints their help from this table, and the scripts parse their options
 * with it. Plain JavaScript, because a Node without TypeScript reads it before any package is installed.
 *
 * @typedef {{ type: 'string' | 'boolean', short?: string, value?: string, about: string }} CommandOption
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} about
 * @property {string} script
 * @property {readonly string[]} [args] Arguments before those of the caller.
 * @property {Readonly<Record<string, CommandOption>>} options
 * @property {Readonly<Record<string, string>>} [subcommands]
 * @property {boolean} [hasOwnHelp] The script prints more about its subcommands, once the packages are installed.
 * @property {boolean} [needsDevelopment] It needs the `devDependencies`.
 * @property {readonly string[]} [developmentSubcommands] Subcommands that need the `devDependencies`.
 */

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
    about: `Runs every check; the last line is "N passed, N failed". Arguments select checks (fresh, types, lint, unused, unit,
contract, faults, e2e) or test files by a part of their path. Two checks run only when they are named: browsers (Firefox
and WebKit) and deployment (the samples in deploy/). All tests of a promise: npm test -- -g "§12 Messages".`,
    script: 'scripts/test.ts',
    options: {
      name: { type: 'string', short: 't', value: '<text>', about: 'only tests with this text in their name' },
      grep: { type: 'string', short: 'g', value: '<text>', about: 'the same as --name' },
      headed: { type: 'boolean', about: 'show the browser' },
      watch: { type: 'boolean', about: 'run the tests again after each change (unit and contract only)' },
      'no-install': { type: 'boolean', about: 'print the command that installs a missing browser, and stop' },
    },
    needsDevelopment: true,
  },
  check: {
    usage: 'npm run check',
    about: 'Runs the checks without a browser or a server: generated files, types, lint and unused code.',
    script: 'scripts/test.ts',
    args: ['fresh', 'types', 'lint', 'unused'],
    options: {},
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
    usage: 'npm run releases -- [rollback | activate <id>]',
    about: 'Lists the releases in RELEASES_FOLDER, or activates one. A running server switches within a second.',
    script: 'scripts/releases.ts',
    options: {},
    subcommands: {
      rollback: 'activates the release before the active one',
      'activate <id>': 'activates this release',
    },
  },
  types: {
    usage: 'npm run types',
    about: `Generates the files that depend on cms/model, the queries and the routes, and lists the queries that the model
breaks and the fields that src does not use. The same as npm run cms -- types.`,
    script: 'scripts/cms.ts',
    args: ['types'],
    options: {
      check: { type: 'boolean', about: 'write nothing; exit code 3 if a file is out of date' },
      json: { type: 'boolean', about: 'print one JSON document instead of text' },
    },
    needsDevelopment: true,
  },
  cms: {
    usage: 'npm run cms -- <command>',
    about: 'The content of a Contentful space: the local one, or the one that CONTENTFUL_SPACE_ID names.',
    script: 'scripts/cms.ts',
    options: {},
    subcommands: {
      plan: 'shows what seed would create, update and publish, field by field, and what it keeps; writes nothing',
      seed: 'writes the model, the pictures and the content of cms/ to the space',
      verify: 'compares the space with the seed; exit code 3 if they differ by more than changes of editors',
      migrate: 'runs the scripts of cms/migrations that have not run in the space, each after its plan and a question',
      pull: 'writes the published content to cms/seed and public/media',
      app: 'installs the photo desk, in which editors manage photos and logos, or removes it',
      check: 'prints the content report: what editors should correct; exit code 3 with findings',
      types: 'the same as npm run types',
    },
    hasOwnHelp: true,
    developmentSubcommands: ['types', 'migrate'],
  },
  messages: {
    usage: 'npm run messages -- <command>',
    about: 'Contact messages in the database of the server, which may be running.',
    script: 'scripts/messages.ts',
    options: {},
    subcommands: {
      list: 'lists the newest messages',
      show: 'shows one message',
      export: 'exports all messages, or all messages of a person, as CSV to a new file',
      replay: 'sends an email again that was given up, for up to 72 hours',
      release: 'moves a message from the spam folder to the inbox, and sends its email',
      delete: 'deletes a message, or all messages of a person',
    },
    hasOwnHelp: true,
  },
  backup: {
    usage: 'npm run backup -- <file>',
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
    options: {},
  },
  bench: {
    usage: 'npm run bench -- [part …]',
    about: 'Prints speed and size on this machine, of all parts or of these. Nothing passes or fails.',
    script: 'tests/bench/bench.ts',
    options: {},
    subcommands: {
      pages: 'each page with Lighthouse, compared with the same page without scripts',
      gallery: 'galleries of 120 and 1,000 photos',
      navigation: 'route changes',
      'contentful-local': 'requests and memory of a local Contentful with up to 50,000 entries',
    },
    needsDevelopment: true,
  },
})

/**
 * Returns the command of this name. Another name is the path of a script, as in
 * `node scripts/bootstrap.mjs tests/tools/pictures.ts`.
 *
 * @param {string} name
 * @returns {Command | undefined}
 */
export function findCommand(name) {
  /** @type {Readonly<Record<string, Command>>} */
  const commands = COMMANDS
  if (Object.hasOwn(commands, name)) return commands[name]
  if (!name.endsWith('.ts')) return undefined
  const usage = `node scripts/bootstrap.mjs ${name}`
  return {
    usage,
    about: 'A script without a command of its own.',
    script: name,
    options: {},
    hasOwnHelp: true,
    needsDevelopment: true,
  }
}

/**
 * Returns the text of `--help`.
 *
 * @param {Command} command
 */
export function formatHelp({ usage, about, options, subcommands = {} }) {
  const optionRows = Object.entries(options).map(([name, { short, value, about }]) => [
    [short && `-${short},`, `--${name}`, value].filter(Boolean).join(' '),
    about,
  ])
  const rows = [...Object.entries(subcommands), ...optionRows]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  const list = rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)
  return [usage, '', about, ...(list.length > 0 ? ['', ...list] : [])].join('\n')
}
