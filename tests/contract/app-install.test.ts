import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { type InstallPhotoDeskOptions, installPhotoDesk, parseSiteUrl } from '#cms/sync/apps/install-photo-desk.ts'
import { uninstallPhotoDesk } from '#cms/sync/apps/uninstall-photo-desk.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { startSpace } from '#local-tests/start-space.ts'
import { createPhotoDeskDefinition } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'
import { createErrorResponse, onRequests, type ProxyFault, startFaultProxy } from './fault-proxy.ts'

const SITE = 'https://www.site.example'
const ORGANIZATION = { organizationId: 'local' }

const types: readonly ContentType[] = Object.values(model)
const FIELDS: readonly (readonly [contentTypeId: string, field: string])[] = [
  ['galleryPage', 'images'],
  ['servicesPage', 'affiliations'],
  ['seo', 'description'],
  ...types.filter(({ fields }) => 'focalPoint' in fields).map(({ id }) => [id, 'focalPoint'] as const),
]

const CONTENT_TYPE_IDS = new Set(FIELDS.map(([contentTypeId]) => contentTypeId))

/** Writes of an installation: the app definition, the installation, and the controls of each content type. */
const WRITES = 2 + CONTENT_TYPE_IDS.size

/** Starts a space with the content types of the site. */
async function startModelSpace() {
  const space = await startSiteSpace('model')
  onTestFinished(() => space[Symbol.asyncDispose]())
  const { client } = space
  const connection = getLocalConnection(space.url, 'management')
  return {
    ...space,
    connection,
    install: (options: Partial<InstallPhotoDeskOptions> = {}) =>
      installPhotoDesk({ connection, siteUrl: SITE, ...options }),
    /** Installs through a proxy that has this fault for some requests. */
    installWithFault: async (requests: RegExp, fault: ProxyFault, previewSecret?: string) => {
      await using proxy = await startFaultProxy(space.url, onRequests(requests, fault))
      const proxied = getLocalConnection(proxy.url, 'management')
      return await installPhotoDesk({ connection: proxied, siteUrl: SITE, previewSecret })
    },
    listApps: async () => (await client.appDefinition.getMany(ORGANIZATION)).items,
    readControls: () =>
      Promise.all(
        FIELDS.map(async ([contentTypeId, field]) =>
          (await client.editorInterface.get({ contentTypeId })).controls?.find(({ fieldId }) => fieldId === field),
        ),
      ),
  }
}

const PREVIEW_ENVIRONMENT = '/spaces/local/preview_environments/site'

const previewEnvironment = z.looseObject({
  configurations: z.array(z.looseObject({ contentType: z.string(), url: z.string(), enabled: z.boolean() })),
  sys: z.looseObject({ version: z.number() }),
})

test('sets the addresses of the preview once, keeps those of others, and keeps all without a secret', async () => {
  const { client, install, installWithFault } = await startModelSpace()
  const fields = [{ id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }]
  const type = await client.contentType.createWithId({ contentTypeId: 'own' }, { name: 'Own', fields })
  await client.contentType.publish({ contentTypeId: 'own' }, type)
  const { appDefinitionId } = await install()
  await client.appInstallation.upsert({ appDefinitionId }, { parameters: { size: 3 } })
  const readParameters = async () => (await client.appInstallation.get({ appDefinitionId })).parameters
  const readPreviews = async () => previewEnvironment.parse(await client.raw.get(PREVIEW_ENVIRONMENT))
  const previewSecret = 'a secret of the preview'
  expect(await install({ siteUrl: `${SITE}/`, previewSecret })).toMatchObject({
    ...{ appDefinitionId, src: `${SITE}/photo-desk/`, writes: 2 },
    changes: ['set the preview address of the app', 'set the preview addresses of the content types'],
  })
  const parameters = { size: 3, previewUrl: `${SITE}/preview?secret=a+secret+of+the+preview&path=%2F` }
  expect(await readParameters()).toEqual(parameters)
  const urls = new Map((await readPreviews()).configurations.map(({ contentType, url }) => [contentType, url]))
  expect([...urls.keys()].sort()).toEqual(Object.keys(model).sort())
  expect(urls.get('seo')).toMatch(/&path=%2F&entry=\{entry\.sys\.id\}$/)
  expect(urls.get('servicesPage')).toBe(`${SITE}/preview?secret=a%20secret%20of%20the%20preview&path=%2Fservices`)
  // The web app does not recognize encoded braces.
  expect(urls.get('galleryImage')).toMatch(/&path=%2Fgallery%3Fphoto%3D\{entry\.sys\.id\}$/)
  for (const options of [{ previewSecret }, {}]) expect(await install(options)).toMatchObject({ writes: 0 })
  expect(await readParameters()).toEqual(parameters)

  const { configurations, sys, ...others } = await readPreviews()
  const [first, ...rest] = configurations
  const own = { contentType: 'own', url: 'https://own.example/', enabled: true, example: false }
  const changed = { ...first, enabled: false, example: true }
  const edited = { ...others, configurations: [changed, ...rest, own] }
  await client.raw.put(PREVIEW_ENVIRONMENT, edited, { headers: { 'X-Contentful-Version': sys.version } })
  const stored = await readPreviews()
  const byEntityId = stored.configurations.map(({ contentType: _, ...others }) => others)
  const response = { status: 200, body: { ...stored, configurations: byEntityId } }
  expect(await installWithFault(/^GET .*preview_env/, response, previewSecret)).toMatchObject({ writes: 1 })
  const ownAsStored = { ...own, entityType: 'ContentType', entityId: 'own' }
  expect((await readPreviews()).configurations).toEqual([{ ...changed, enabled: true }, ...rest, ownAsStored])
})

test('names why the preview addresses cannot be set, without the secret', async () => {
  const { installWithFault } = await startModelSpace()
  const previewSecret = 'a secret of the preview'
  const fault = createErrorResponse(422, `"${previewSecret}" is no address`)
  const error = await installWithFault(/^PUT .*preview_environments/, fault, previewSecret).catch(String)
  expect(error).toMatch(
    /preview addresses cannot be set \(Contentful responded with 422\): use a token .+ Settings → Content preview$/,
  )
  expect(error).not.toContain(previewSecret)
})

test('§10.16 §10.33 §10.34 installs and uninstalls the photo desk, and writes nothing in a second run or when the user declines', async () => {
  const { client, connection, install, listApps, readControls } = await startModelSpace()
  await expect(install({ confirm: () => Promise.reject(new Error('declined')) })).rejects.toThrow('declined')
  expect(await listApps()).toEqual([])
  const before = await readControls()
  const others = await client.editorInterface.getMany({ query: { limit: 100 } })
  const confirm = vi.fn(async () => {})
  const first = await install({ confirm })
  expect(first).toMatchObject({ src: `${SITE}/photo-desk/`, writes: WRITES, changes: { length: WRITES } })
  expect(first.changes.slice(0, 2)).toEqual([
    `create the app definition "Photo desk" with the page ${SITE}/photo-desk/`,
    'install the app',
  ])
  expect(first.changes).toContain('make the app the control of seo.description and seo.focalPoint')
  expect(confirm).toHaveBeenCalledExactlyOnceWith(`${first.changes.join(', ')}.`)

  const { appDefinitionId } = first
  expect(await listApps()).toEqual([expect.objectContaining(createPhotoDeskDefinition(SITE))])
  expect((await client.appInstallation.getMany({})).items).toMatchObject([
    { sys: { appDefinition: { sys: { id: appDefinitionId } } } },
  ])
  const widget = { widgetNamespace: 'app', widgetId: appDefinitionId }
  expect(await readControls()).toEqual(before.map((control) => ({ ...control, ...widget })))
  const unchanged = (await client.editorInterface.getMany({ query: { limit: 100 } })).items.filter(
    ({ sys }) => !CONTENT_TYPE_IDS.has(sys.contentType.sys.id),
  )
  expect(unchanged).toHaveLength(others.items.length - CONTENT_TYPE_IDS.size)
  expect(others.items).toEqual(expect.arrayContaining(unchanged))
  expect(await install({ confirm })).toMatchObject({ appDefinitionId, changes: [], writes: 0 })
  expect(confirm).toHaveBeenCalledOnce()

  const { changes, writes } = await uninstallPhotoDesk({ connection })
  expect(writes).toBe(WRITES)
  expect(changes).toEqual([
    ...first.changes.slice(2).map((text) => text.replace('make the app the control', 'reset the control')),
    ...['uninstall the app', 'delete the app definition "Photo desk"'],
  ])
  expect(await readControls()).toEqual(before)
  expect(await listApps()).toEqual([])
  expect((await client.appInstallation.getMany({})).items).toEqual([])
  expect(await uninstallPhotoDesk({ connection })).toMatchObject({ writes: 0, changes: [] })
})

test('restores changed locations and a changed control, keeps other settings, and follows the site without another app', async () => {
  const { client, install, installWithFault, listApps, readControls } = await startModelSpace()
  const { appDefinitionId } = await install()
  const controls = await readControls()
  const params = { ...ORGANIZATION, appDefinitionId }
  const definition = await client.appDefinition.get(params)
  const parameters = { instance: [{ id: 'columns', name: 'Columns', type: 'Number' as const }] }
  await client.appDefinition.update(params, { ...definition, locations: [{ location: 'dialog' }], parameters })
  await client.appInstallation.upsert(params, { parameters: { size: 3 } })
  const editorInterface = await client.editorInterface.get({ contentTypeId: 'galleryPage' })
  await client.editorInterface.update(
    { contentTypeId: 'galleryPage' },
    { ...editorInterface, controls: (editorInterface.controls ?? []).filter(({ fieldId }) => fieldId !== 'images') },
  )

  const { changes, writes } = await install()
  expect(writes).toBe(2)
  expect(changes).toEqual([
    'change the page of the app definition to https://www.site.example/photo-desk/',
    'make the app the control of galleryPage.images',
  ])
  const { locations } = createPhotoDeskDefinition(SITE)
  expect(await client.appDefinition.get(params)).toMatchObject({ locations, parameters })
  expect(await client.appInstallation.get(params)).toMatchObject({ parameters: { size: 3 } })
  expect(await readControls()).toMatchObject(controls.map((control) => ({ widgetId: control?.widgetId })))

  // Contentful would show the bundle instead of the page. The local one stores none.
  const bundled = { ...(await client.appDefinition.get(params)), bundle: { sys: { id: 'a' } } }
  const response = { status: 200, body: { total: 1, items: [bundled] } }
  expect(await installWithFault(/^GET .*app_definitions\?/, response)).toMatchObject({ writes: 1 })
  expect(await install({ siteUrl: 'http://127.0.0.1:3001' })).toMatchObject({ appDefinitionId, writes: 1 })
  expect(await listApps()).toMatchObject([{ src: 'http://127.0.0.1:3001/photo-desk/' }])
})

/** Connects to a space through a proxy that loses the response to the first request after `confirm`. */
async function connectWithLoss(url: string) {
  let isLossNext = false
  const proxy = await startFaultProxy(url, () => {
    const fault = isLossNext ? 'cut after' : undefined
    isLossNext = false
    return fault
  })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const confirm = async () => {
    isLossNext = true
  }
  return { connection: getLocalConnection(proxy.url, 'management'), confirm }
}

test('uses one app when the response to its creation is lost', async () => {
  const { url, install, listApps } = await startModelSpace()
  const { appDefinitionId, writes } = await install(await connectWithLoss(url))
  expect(writes).toBe(WRITES + 1) // the creation twice
  expect((await install()).appDefinitionId).toBe(appDefinitionId)
  expect(await listApps()).toHaveLength(2)
})

test.each([
  ['the change of a control', WRITES],
  ['a deletion', 2],
])('uninstalling continues when the response to %s is lost', async (_, changes) => {
  const { url, client, install, listApps } = await startModelSpace()
  await install()
  if (changes === 2)
    for (const [contentTypeId] of FIELDS) {
      const { sys } = await client.editorInterface.get({ contentTypeId })
      await client.editorInterface.update({ contentTypeId }, { sys, controls: [] })
    }
  const summary = await uninstallPhotoDesk(await connectWithLoss(url))
  expect(summary).toMatchObject({ changes: { length: changes }, writes: changes + 1 })
  expect(await listApps()).toEqual([])
})

test('selects the app of the site among several with the same name', async () => {
  const { client, connection, install, listApps } = await startModelSpace()
  const create = (siteUrl: string) => client.appDefinition.create(ORGANIZATION, createPhotoDeskDefinition(siteUrl))
  await create('https://staging.site.example')
  const own = await create(SITE)
  expect(await install({ siteUrl: `${SITE}/` })).toMatchObject({ appDefinitionId: own.sys.id, writes: WRITES - 1 })
  await expect(install({ siteUrl: 'https://other.site.example' })).rejects.toThrow(
    /^The organization has 2 apps with the name "Photo desk", with the pages https:\/\/\S+, https:\/\/\S+\/photo-desk\/: name the site of one with --url, or delete the others$/,
  )
  expect(await uninstallPhotoDesk({ connection, siteUrl: `${SITE}/` })).toMatchObject({ writes: WRITES })
  expect(await listApps()).toMatchObject([{ src: 'https://staging.site.example/photo-desk/' }])
})

test('accepts sites that a frame in an https page can show, without the slash at their end', () => {
  const sites = ['https://www.site.example/base//', 'http://localhost:3001/', 'http://[::1]:3001']
  expect(sites.map(parseSiteUrl)).toEqual([
    'https://www.site.example/base',
    'http://localhost:3001',
    'http://[::1]:3001',
  ])
})

test.each(['http://www.site.example', 'www.site.example', 'ftp://127.0.0.1', `${SITE}/?a=1`, `${SITE}/#a`])(
  'rejects the site %s',
  async (siteUrl) => {
    const connection = getLocalConnection('http://127.0.0.1:9', 'management')
    await expect(installPhotoDesk({ connection, siteUrl })).rejects.toThrow('cannot be the site of the photo desk')
  },
)

test('names the content types that are missing', async () => {
  await using space = await startSpace()
  const connection = getLocalConnection(space.url, 'management')
  await expect(installPhotoDesk({ connection, siteUrl: SITE })).rejects.toThrow(
    /has no published content type .*galleryPage, .*servicesPage: seed it first \(npm run cms -- seed\)/,
  )
  expect((await space.client.appDefinition.getMany(ORGANIZATION)).total).toBe(0)
})

const MAY_NOT =
  'may not manage apps (403: Denied): set CONTENTFUL_MANAGEMENT_TOKEN to a token of an owner, an administrator or a developer of the organization'
const RUN_AGAIN = 'correct what the message names, and run this again'

test.each([
  ['a user who may not read apps', /^GET \/organ/, createErrorResponse(403, 'Denied'), MAY_NOT],
  ['apps that are hidden', /^GET \/organ/, createErrorResponse(404, 'Denied'), MAY_NOT.replace('403', '404')],
  ['a user who may not install apps', /^PUT .*app_inst/, createErrorResponse(403, 'Denied'), MAY_NOT],
  ['a rejected definition', /^POST \/organ/, createErrorResponse(422, 'Denied'), `(422: Denied): ${RUN_AGAIN}`],
  ['a full organization', /^POST \/organ/, createErrorResponse(403, 'The limit is 10'), 'is full (The limit is 10)'],
  ['a change of others', /^PUT .*app_inst/, createErrorResponse(409, 'Conflict'), `(409: Conflict): ${RUN_AGAIN}`],
])('names the reason for %s', async (_, requests, fault, message) => {
  const { installWithFault } = await startModelSpace()
  const error = await installWithFault(requests, fault).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UserError)
  expect(String(error)).toContain(message)
})

test('uninstalling keeps an app that another environment uses', async () => {
  const { client, connection, install, listApps, readControls } = await startModelSpace()
  const { appDefinitionId } = await install()
  await client.environment.createWithId({ environmentId: 'copy' }, { name: 'copy' })
  const copy = { ...connection, environmentId: 'copy' }
  expect(await uninstallPhotoDesk({ connection: copy })).toMatchObject({ writes: WRITES - 1 })
  expect(await listApps()).toMatchObject([{ sys: { id: appDefinitionId } }])
  expect(await readControls()).toMatchObject(FIELDS.map(() => ({ widgetId: appDefinitionId })))
  expect(await uninstallPhotoDesk({ connection: copy })).toMatchObject({ writes: 0 })
  expect(await uninstallPhotoDesk({ connection })).toMatchObject({ writes: WRITES })
})
