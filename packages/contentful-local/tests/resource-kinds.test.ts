import { expect, test } from 'vitest'
import { createDraftEntry, MASTER, publishEntry, publishPhotoModel, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const [SPACE, ORGANIZATION] = ['/spaces/local', '/organizations/local']
const IN_ORGANIZATION = { organization: toLink('Organization', 'local') }

const local = await useSpace()
await publishPhotoModel(local)
const app = (await sendRequest(local, 'POST', `${ORGANIZATION}/app_definitions`, { body: { name: 'Desk' } })).body.sys
  .id
await createDraftEntry(local, 'photo', 'later', {})

const FIELD = { id: 'Title_2', name: 'Title', type: 'Symbol' }
const OFF = { required: false, localized: false, disabled: false, omitted: false }
const LOCALE = { code: 'de-AT', name: 'German' }
const APIS = { contentDeliveryApi: true, contentManagementApi: true, internal_code: 'de-AT' }
const ACTION = { entity: toLink('Entry', 'later'), environment: toLink('Environment', 'master'), action: 'publish' }
const CONFIGURATION = { url: 'https://site.example/{entry.sys.id}', enabled: false }
const PREVIEW = { ...CONFIGURATION, example: false, contentType: 'photo', entityType: 'ContentType', entityId: 'photo' }
const WEBHOOK = { name: 'A b', url: 'http://localhost:1/', topics: ['*.*'] }
const UNSENT = {
  httpBasicUsername: null,
  httpBasicPassword: undefined,
  filters: null,
  headers: [],
  transformation: null,
}
const PAGE = { total: 1, skip: 0 }
const toApp = (type: string) => [{ name: 'Desk', sys: { type, id: app, ...IN_ORGANIZATION, shared: false } }]
const APPS = { AppDefinition: toApp('AppDefinition'), ResolvedAppDefinition: toApp('ResolvedAppDefinition') }
const METADATA = { metadata: { tags: [], concepts: [] } }
const OF_PHOTO = { contentType: toLink('ContentType', 'photo'), automationTags: [] }
const OF_APP = { version: undefined, appDefinition: toLink('AppDefinition', app), ...IN_ORGANIZATION }

interface Kind {
  readonly type: string
  /** `create` is POST, `upsert` is PUT of a new id. */
  readonly can: string
  readonly path: string
  /** The body of a new one, what it has beside that, also in `sys`, and its list. */
  readonly sent?: object
  readonly defaults?: object
  readonly sys?: object
  readonly list?: object
}

const KINDS: readonly Kind[] = [
  {
    type: 'ContentType',
    can: 'create upsert delete publish',
    path: `${MASTER}/content_types`,
    sent: { name: 'Page', fields: [{ ...FIELD, linkType: null, items: null }], description: null },
    defaults: { displayField: null, fields: [{ ...FIELD, ...OFF, validations: [] }] },
  },
  { type: 'EditorInterface', can: '', path: `${MASTER}/editor_interfaces` },
  {
    type: 'Entry',
    can: 'create upsert delete publish archive',
    path: `${MASTER}/entries`,
    sent: { fields: {} },
    defaults: METADATA,
    sys: OF_PHOTO,
  },
  {
    type: 'Asset',
    can: 'create upsert delete publish archive',
    path: `${MASTER}/assets`,
    sent: { fields: {} },
    defaults: METADATA,
  },
  {
    type: 'Locale',
    can: 'create delete',
    path: `${MASTER}/locales`,
    sent: LOCALE,
    defaults: { ...APIS, fallbackCode: null, optional: false, default: false },
  },
  { type: 'Tag', can: 'upsert delete', path: `${MASTER}/tags`, sent: { name: 'Été' }, sys: { visibility: 'private' } },
  {
    type: 'AppInstallation',
    can: 'upsert delete',
    path: `${MASTER}/app_installations`,
    sys: OF_APP,
    list: { ...PAGE, includes: APPS },
  },
  {
    type: 'Environment',
    can: 'create upsert delete',
    path: `${SPACE}/environments`,
    defaults: { name: expect.any(String) },
    sys: { aliases: [] },
  },
  {
    type: 'EnvironmentAlias',
    can: 'upsert delete',
    path: `${SPACE}/environment_aliases`,
    sent: { environment: ACTION.environment },
  },
  {
    type: 'PreviewEnvironment',
    can: 'create upsert delete',
    path: `${SPACE}/preview_environments`,
    sent: { name: ' Site ', configurations: [{ ...CONFIGURATION, entityId: 'photo' }] },
    defaults: { name: 'Site', description: '', configurations: [PREVIEW] },
    sys: { version: 0 },
  },
  {
    type: 'WebhookDefinition',
    can: 'create upsert delete',
    path: `${SPACE}/webhook_definitions`,
    sent: { ...WEBHOOK, httpBasicPassword: 'a' },
    defaults: { ...UNSENT, active: true },
  },
  {
    type: 'ScheduledAction',
    can: 'create delete',
    path: `${SPACE}/scheduled_actions`,
    sent: { ...ACTION, scheduledFor: { datetime: '2999-01-07T08:00:00+01:00' } },
    sys: { status: 'scheduled' },
    list: { pages: {} },
  },
  {
    type: 'AppDefinition',
    can: 'create delete',
    path: `${ORGANIZATION}/app_definitions`,
    sent: { name: 'Table' },
    sys: { ...IN_ORGANIZATION, shared: false },
  },
]

const send = (method: string, path: string, body?: object, version?: number) => {
  const sentVersion = version === undefined ? {} : { 'x-contentful-version': `${version}` }
  return sendRequest(local, method, path, { body, headers: { 'x-contentful-content-type': 'photo', ...sentVersion } })
}

const CHANGES = [
  ['PUT', '/published', 'publish'],
  ['PUT', '/archived', 'archive'],
  ['DELETE', '/archived', 'archive'],
  ['DELETE', '', 'delete'],
  ['DELETE', '/published', 'publish'],
] as const

test.each(KINDS)(
  '$type: the actions $can',
  async ({ type, can, path, sent, defaults, sys: ownSys, list: ownList = PAGE }) => {
    const toPath = (id: string) =>
      type === 'EditorInterface' ? `${MASTER}/content_types/${id}/editor_interface` : `${path}/${id}`
    const space = path.startsWith(SPACE) && 'local'
    const environment = path.startsWith(MASTER) && 'master'
    const place = { ...(space && { space }), ...(environment && { environment }) }
    // Recorded without details: see engine/rest-error.ts.
    const hasDetails = !['Environment', 'Locale', 'WebhookDefinition'].includes(type)
    const notFound = {
      ...{ sys: { type: 'Error', id: 'NotFound' }, message: 'The resource could not be found.' },
      ...{ ...(hasDetails && { details: { type, id: 'nowhere', ...place } }), requestId: expect.any(String) },
    }
    for (const [method, end, action] of [['GET', '', ''] as const, ...CHANGES]) {
      const { status, body } = await send(method, `${toPath('nowhere')}${end}`)
      expect(status).toBe(404)
      if (can.includes(action)) expect(body).toEqual(notFound)
      else expect(body.sys.id).toBe('UnknownRoute')
    }
    const message = `There is no ${type} "nowhere"; the request is for version 1`
    const upsert = can.includes('upsert') && { message, details: { type, id: 'nowhere' } }
    expect((await send('PUT', toPath('nowhere'), sent, 1)).body).toEqual({ ...notFound, ...upsert })

    for (const [action, method, at, refusal] of [
      ['create', 'POST', path, 'UnknownRoute'],
      ['upsert', 'PUT', toPath(type === 'AppInstallation' ? app : 'new'), 'NotFound'],
    ] as const) {
      const { status, body } = await send(method, at, sent)
      const isAllowed = can.includes(action)
      expect([status, body.sys.type === 'Error' && body.sys.id]).toEqual(isAllowed ? [201, false] : [404, refusal])
      if (!isAllowed) continue
      const { id } = body.sys
      expect(id).toEqual(action === 'create' ? expect.stringMatching(/^[0-9a-f]{22}$/) : at.split('/').at(-1))
      const urn = `crn:contentful:::content:spaces/local/environments/master${path.slice(MASTER.length)}/${id}`
      const [time, user] = [expect.stringMatching(/^\d{4}-.*Z$/), toLink('User', 'local-developer')]
      const sys = {
        ...{ type, id, version: 1, createdAt: time, updatedAt: time, createdBy: user, updatedBy: user },
        ...(space && { space: toLink('Space', space) }),
        ...(environment && { environment: toLink('Environment', environment) }),
        ...(can.includes('publish') && { publishedCounter: 0, urn }),
        ...(can.includes('archive') && { fieldStatus: { '*': { 'en-US': 'draft' } } }),
        ...ownSys,
      }
      const ofEnvironment = (status: string) => type === 'Environment' && { status: toLink('Status', status) }
      expect(body).toEqual({ ...sent, ...defaults, sys: { ...sys, ...ofEnvironment('queued') } })
      const read = (await send('GET', toPath(id))).body
      expect(read).toEqual({ ...body, sys: { ...body.sys, ...ofEnvironment('ready') } })
      expect((await send('GET', `${toPath(id)}?limit=1`)).body.sys.id).toBe('InvalidQuery')
      const query = `?limit=1&sys.id=${id}${type === 'ScheduledAction' ? '&environment.sys.id=master' : ''}`
      const list = { sys: { type: 'Array' }, limit: 1, ...ownList, items: [read] }
      const hasShortPath = environment && type !== 'AppInstallation'
      for (const each of [path, hasShortPath ? path.replace(MASTER, SPACE) : path])
        expect((await send('GET', each + query)).body).toEqual(list)
      const removed = await send('DELETE', toPath(id))
      const remains = type === 'ScheduledAction' // canceled
      expect([removed.status, removed.body?.sys.status]).toEqual(remains ? [200, 'canceled'] : [204, undefined])
      expect((await send('GET', toPath(id))).status).toBe(remains ? 200 : 404)
    }
  },
)

test('an entry allows what its state allows, and sys has the versions and times of its state', async () => {
  const draft = await createDraftEntry(local, 'photo', 'draft', { alt: 'A draft' })
  const published = await publishEntry(local, 'photo', 'published', { alt: 'Published' })
  await createDraftEntry(local, 'photo', 'archived', { alt: 'Archived' })
  const archived = await local.client.entry.archive({ entryId: 'archived' })
  const read = ({ sys }: typeof draft) =>
    Object.fromEntries(Object.entries(sys).filter(([name]) => /publish|archiv/i.test(name)))
  const [time, by] = [published.sys.updatedAt, draft.sys.createdBy]
  const publication = { publishedVersion: 1, publishedBy: by, publishedAt: time, firstPublishedAt: time }
  const archive = { archivedVersion: 1, archivedBy: by, archivedAt: archived.sys.updatedAt }
  expect([read(draft), read(published), read(archived)]).toEqual([
    { publishedCounter: 0 },
    { publishedCounter: 1, ...publication },
    { publishedCounter: 0, ...archive },
  ])
  /** The message of each change, the saving first. */
  const change = async (id: string, version?: number) => {
    const at = `${MASTER}/entries/${id}`
    const messages = [(await send('PUT', at, { fields: draft.fields }, version)).body.message]
    for (const [method, end] of CHANGES) messages.push((await send(method, at + end, undefined, version)).body?.message)
    return messages
  }
  const unversioned = '"published" is at version 2; the request has no X-Contentful-Version'
  const ofPublished = ['Cannot archive published', 'Not archived', 'Cannot delete published']
  expect(await change('published')).toEqual([unversioned, unversioned, ...ofPublished, undefined])
  const ofArchived = ['Cannot edit archived', 'Cannot publish archived', 'Cannot archive archived']
  const outdated = '"archived" is at version 3; the request is for version 2'
  expect(await change('archived', 2)).toEqual([...ofArchived, undefined, outdated, outdated])
  expect(await change('draft', 9)).toEqual(Array(6).fill('"draft" is at version 1; the request is for version 9'))
})
