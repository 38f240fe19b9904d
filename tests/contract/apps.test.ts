import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { CreateAppDefinitionProps } from 'contentful-management'
import { expect, onTestFinished, test } from 'vitest'
import {
  catchApiError,
  createManagementClient,
  publishPhotoModel,
  startTestContentful,
  toLink,
} from './test-contentful.ts'

const ORGANIZATION = { organizationId: 'local' }
const ORGANIZATION_LINK = { sys: { type: 'Link', linkType: 'Organization', id: 'local' } }

const app: CreateAppDefinitionProps = {
  name: 'Desk',
  src: 'https://site.example/desk/',
  locations: [
    { location: 'page', navigationItem: { name: 'Desk', path: '/' } },
    { location: 'entry-field', fieldTypes: [{ type: 'Array', items: { type: 'Link', linkType: 'Entry' } }] },
    { location: 'dialog' },
  ],
}

/** Starts an empty space, with the official client. */
async function startSpace() {
  const local = await startTestContentful()
  onTestFinished(() => local[Symbol.asyncDispose]())
  return local
}

/** Starts a space with an app definition that is not installed. */
async function startSpaceWithApp(body: CreateAppDefinitionProps = app) {
  const local = await startSpace()
  const definition = await local.client.appDefinition.create(ORGANIZATION, body)
  return { ...local, definition, params: { ...ORGANIZATION, appDefinitionId: definition.sys.id } }
}

test('the space belongs to the only organization', async () => {
  const { client } = await startSpace()
  const [organization, ...others] = (await client.organization.getAll()).items
  expect(others).toEqual([])
  expect(organization).toMatchObject({ name: 'Local organization', sys: { type: 'Organization', id: 'local' } })
  expect(await client.organization.get(ORGANIZATION)).toEqual(organization)
  expect((await client.space.get({})).sys).toMatchObject({ organization: ORGANIZATION_LINK })
  expect(await client.raw.get('/organizations/local')).toEqual(organization)
})

test('creates, lists, updates and deletes an app definition', async () => {
  const { client, definition, params } = await startSpaceWithApp()
  expect(definition).toMatchObject(app)
  expect(definition.sys).toMatchObject({
    type: 'AppDefinition',
    organization: ORGANIZATION_LINK,
    shared: false,
    version: 1,
  })
  expect(definition.sys).not.toHaveProperty('space')
  expect(await client.appDefinition.get(params)).toEqual(definition)
  expect(await client.appDefinition.getMany(ORGANIZATION)).toMatchObject({
    sys: { type: 'Array' },
    total: 1,
    skip: 0,
    items: [definition],
  })

  const src = 'http://127.0.0.1:3000/desk/'
  const updated = await client.appDefinition.update(params, { ...definition, src })
  expect(updated).toMatchObject({ ...app, src, sys: { version: 2 } })
  await client.appDefinition.delete(params)
  expect(await catchApiError(client.appDefinition.get(params))).toMatchObject({ status: 404 })
  expect(await client.appDefinition.getMany(ORGANIZATION)).toMatchObject({ total: 0, items: [] })
})

test('responds 409 to an outdated version of an app definition', async () => {
  const { client, definition, params } = await startSpaceWithApp()
  await client.appDefinition.update(params, { ...definition, name: 'Newer' })
  expect(await catchApiError(client.appDefinition.update(params, definition))).toMatchObject({ status: 409 })
})

test.each([
  ['another scheme', { src: 'ftp://site.example/' }, 'src'],
  ['http of another machine', { src: 'http://site.example/' }, 'src'],
  ['a script as its page', { src: 'javascript:alert(1)' }, 'src'],
  ['a page in its own address', { src: 'data:text/html,<p>' }, 'src'],
  ['a password in the address of its page', { src: 'https://name:secret@site.example/' }, 'src'],
  ['no name', { name: '' }, 'name'],
  ['an app bundle', { bundle: toLink('Asset', 'a') }, 'does not support the property "bundle"'],
  ['an unknown location', { locations: [{ location: 'footer' }] }, 'locations.0.location'],
  ['an internal location', { locations: [{ location: 'agent' }] }, 'locations.0.location'],
  ['an entry field without types', { locations: [{ location: 'entry-field' }] }, 'locations.0.fieldTypes'],
  ['a parameter without an id', { parameters: { instance: [{ type: 'Symbol' }] } }, 'parameters.instance.0.id'],
])('rejects an app definition with %s', async (_, changes, expected) => {
  const { client } = await startSpace()
  const request = client.raw.post('/organizations/local/app_definitions', { ...app, ...changes })
  const { status, details } = await catchApiError(request)
  expect(status).toBe(422)
  const texts = (details?.errors ?? []).map(({ path, details }) => `${[path].flat().join('.')} ${details}`)
  expect(texts.join('\n')).toContain(expected)
})

test('accepts declarations of parameters', async () => {
  const parameters = {
    instance: [{ id: 'columns', name: 'Columns', type: 'Number' as const, default: 3 }],
    installation: [
      { id: 'key', name: 'Key', type: 'Secret' as const, required: true },
      {
        id: 'size',
        name: 'Size',
        type: 'Enum' as const,
        options: ['small', { large: 'Large' }],
        labels: { empty: '–' },
      },
    ],
  }
  const { definition } = await startSpaceWithApp({ ...app, parameters })
  expect(definition.parameters).toEqual(parameters)
})

test('installs an app, replaces its parameters and uninstalls it', async () => {
  const { client, definition, params } = await startSpaceWithApp()
  expect(await catchApiError(client.appInstallation.get(params))).toMatchObject({ status: 404 })
  const created = await client.appInstallation.upsert(params, { parameters: { size: 3, labels: ['a'] } })
  expect(created).toMatchObject({
    parameters: { size: 3, labels: ['a'] },
    sys: {
      type: 'AppInstallation',
      appDefinition: { sys: { type: 'Link', linkType: 'AppDefinition', id: definition.sys.id } },
      space: { sys: { id: 'local' } },
      environment: { sys: { id: 'master' } },
      organization: ORGANIZATION_LINK,
    },
  })
  expect(created.sys).not.toHaveProperty('version')
  expect(await client.appInstallation.get(params)).toEqual(created)

  const { items, total, ...list } = await client.appInstallation.getMany({})
  expect({ items, total }).toEqual({ items: [created], total: 1 })
  const resolved = { name: 'Desk', src: app.src, locations: app.locations, sys: { id: definition.sys.id } }
  expect(list).toMatchObject({ includes: { AppDefinition: [resolved], ResolvedAppDefinition: [resolved] } })

  expect(await client.appInstallation.upsert(params, {})).not.toHaveProperty('parameters')
  await client.appInstallation.delete(params)
  expect(await catchApiError(client.appInstallation.get(params))).toMatchObject({ status: 404 })
  expect(await client.appInstallation.getMany({})).toMatchObject({ total: 0, items: [] })
})

test('a page of a list of installations includes the app definitions of this page only', async () => {
  const { client } = await startSpace()
  for (const name of ['A', 'B', 'C']) {
    const { sys } = await client.appDefinition.create(ORGANIZATION, { ...app, name })
    await client.appInstallation.upsert({ appDefinitionId: sys.id }, {})
  }
  const { items, total, ...list } = await client.appInstallation.getMany({ query: { order: 'sys.id', limit: 2 } })
  const ids = items.map(({ sys }) => sys.appDefinition.sys.id)
  expect({ total, count: ids.length }).toEqual({ total: 3, count: 2 })
  const definitions = ids.map((id) => ({ sys: { id } }))
  expect(list).toMatchObject({ includes: { AppDefinition: definitions, ResolvedAppDefinition: definitions } })
})

test('responds 201 when it installs an app and 200 when it changes the installation', async () => {
  const { url, params } = await startSpaceWithApp()
  const install = () =>
    fetch(`${url}/spaces/local/environments/master/app_installations/${params.appDefinitionId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, 'content-type': 'application/json' },
      body: '{}',
    })
  expect((await install()).status).toBe(201)
  expect((await install()).status).toBe(200)
})

test('rejects the installation of an unknown app', async () => {
  const { client } = await startSpace()
  const error = await catchApiError(client.appInstallation.upsert({ appDefinitionId: 'unknown' }, {}))
  expect(error).toMatchObject({ status: 404, details: { type: 'AppDefinition', id: 'unknown' } })
})

test.each([null, [], 'text', 5, true])('rejects %j as the parameters of an installation', async (parameters) => {
  const { client, params } = await startSpaceWithApp()
  const path = `/spaces/local/environments/master/app_installations/${params.appDefinitionId}`
  expect(await catchApiError(client.raw.put(path, { parameters }))).toMatchObject({
    status: 422,
    details: { errors: [{ name: 'type', path: ['parameters'] }] },
  })
})

test('rejects parameters of an installation that are too large', async () => {
  const { client, params } = await startSpaceWithApp()
  const request = client.appInstallation.upsert(params, { parameters: { text: 'x'.repeat(32_000) } })
  expect(await catchApiError(request)).toMatchObject({ status: 422 })
})

test('rejects parameters without a required one', async () => {
  const installation = [{ id: 'key', name: 'Key', type: 'Symbol' as const, required: true }]
  const { client, params } = await startSpaceWithApp({ ...app, parameters: { installation } })
  expect(await catchApiError(client.appInstallation.upsert(params, { parameters: {} }))).toMatchObject({
    status: 422,
    details: { errors: [{ name: 'required', path: ['parameters', 'key'] }] },
  })
  expect(await client.appInstallation.upsert(params, { parameters: { key: 'a' } })).toMatchObject({
    parameters: { key: 'a' },
  })
  expect(await client.appInstallation.upsert(params, {})).not.toHaveProperty('parameters')
})

test('installs an app in one environment, and copies installations with an environment', async () => {
  const { client, params } = await startSpaceWithApp()
  await client.environment.createWithId({ environmentId: 'before' }, { name: 'before' })
  await client.appInstallation.upsert(params, {})
  await client.environment.createWithId({ environmentId: 'after' }, { name: 'after' })
  const isInstalled = (environmentId: string) =>
    client.appInstallation.get({ ...params, environmentId }).then(
      ({ sys }) => sys.environment.sys.id,
      () => null,
    )
  expect(await Promise.all(['master', 'before', 'after'].map(isInstalled))).toEqual(['master', null, 'after'])

  const found = await client.appInstallation.getForOrganization(params)
  expect(found.items.map(({ sys }) => sys.environment.sys.id).sort()).toEqual(['after', 'master'])
  expect(found.includes.Environment.map(({ sys }) => sys.id).sort()).toEqual(['after', 'master'])

  await client.appDefinition.delete(params)
  expect(await Promise.all(['master', 'before', 'after'].map(isInstalled))).toEqual([null, null, null])
})

test('app definitions and installations remain after a restart', async () => {
  const { client, definition, params, folder, stop } = await startSpaceWithApp()
  const installation = await client.appInstallation.upsert(params, { parameters: { size: 3 } })
  await stop()
  await using restarted = await startTestContentful(folder)
  expect(await restarted.client.appDefinition.get(params)).toEqual(definition)
  expect(await restarted.client.appInstallation.get(params)).toEqual(installation)
})

test('an editor interface accepts an app as the control of a field', async () => {
  const local = await startSpaceWithApp()
  await publishPhotoModel(local)
  const { editorInterface } = local.client
  const params = { contentTypeId: 'album' }
  const current = await editorInterface.get(params)
  const control = { fieldId: 'photos', widgetNamespace: 'app' as const, widgetId: local.params.appDefinitionId }
  const sidebar = [{ widgetNamespace: 'app' as const, widgetId: local.params.appDefinitionId }]
  await editorInterface.update(params, { ...current, controls: [{ fieldId: 'title' }, control], sidebar })
  expect(await editorInterface.get(params)).toMatchObject({ controls: [{ fieldId: 'title' }, control], sidebar })
})

test('the read-only token may not manage apps', async () => {
  const { url, params, client } = await startSpaceWithApp()
  const reader = createManagementClient(url, LOCAL_TOKENS.readOnly)
  expect((await reader.appDefinition.getMany(ORGANIZATION)).total).toBe(1)
  expect(await catchApiError(reader.appDefinition.create(ORGANIZATION, app))).toMatchObject({ status: 403 })
  expect(await catchApiError(reader.appInstallation.upsert(params, {}))).toMatchObject({ status: 403 })
  expect((await client.appInstallation.getMany({})).total).toBe(0)
})

test('responds 404 for another organization', async () => {
  const { client } = await startSpace()
  const error = await catchApiError(client.appDefinition.getMany({ organizationId: 'other' }))
  expect(error).toMatchObject({ status: 404, details: { type: 'Organization', id: 'other' } })
})

test('names what to use instead of app keys and bundles', async () => {
  const { client, params } = await startSpaceWithApp()
  const path = `/organizations/local/app_definitions/${params.appDefinitionId}`
  for (const part of ['keys', 'app_bundles', 'actions'])
    expect(await catchApiError(client.raw.get(`${path}/${part}`))).toMatchObject({
      status: 404,
      message: expect.stringContaining('Use an app definition with src and locations'),
    })
})
