import type { CreateAppDefinitionProps } from 'contentful-management'
import { afterEach, expect, test } from 'vitest'
import { catchApiError, MASTER, publishPhotoModel, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const ORGANIZATION = { organizationId: 'local' }
const ORGANIZATION_LINK = toLink('Organization', 'local')

const app: CreateAppDefinitionProps = {
  name: 'Desk',
  src: 'https://site.example/desk/',
  locations: [{ location: 'page', navigationItem: { name: 'Desk', path: '/' } }],
}

const local = await useSpace()
const { client } = local

/** Creates an app definition, which is not installed. */
async function createApp(body: CreateAppDefinitionProps = app) {
  const definition = await client.appDefinition.create(ORGANIZATION, body)
  return { definition, params: { ...ORGANIZATION, appDefinitionId: definition.sys.id } }
}

afterEach(async () => {
  for (const { sys } of (await client.appDefinition.getMany(ORGANIZATION)).items)
    await client.appDefinition.delete({ ...ORGANIZATION, appDefinitionId: sys.id })
})

test('the space belongs to the only organization', async () => {
  const [organization, ...others] = (await client.organization.getAll()).items
  expect(others).toEqual([])
  expect(organization).toMatchObject({ name: 'Local organization', sys: { type: 'Organization', id: 'local' } })
  expect(await client.organization.get(ORGANIZATION)).toEqual(organization)
  expect((await client.space.get({})).sys).toMatchObject({ organization: ORGANIZATION_LINK })
  expect(await client.raw.get('/organizations/local')).toEqual(organization)
})

test('creates, lists, updates and deletes an app definition', async () => {
  const { definition, params } = await createApp()
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

  const changes: Partial<CreateAppDefinitionProps> = {
    src: 'http://127.0.0.1:3000/desk/',
    locations: [
      { location: 'dialog' },
      { location: 'entry-field', fieldTypes: [{ type: 'Array', items: { type: 'Link', linkType: 'Entry' } }] },
    ],
  }
  const updated = await client.appDefinition.update(params, { ...definition, ...changes })
  expect(updated).toMatchObject({ name: 'Desk', ...changes, sys: { version: 2 } })
  expect(await catchApiError(client.appDefinition.update(params, definition))).toMatchObject({ status: 409 })
  await client.appDefinition.delete(params)
  expect(await catchApiError(client.appDefinition.get(params))).toMatchObject({ status: 404 })
  expect(await client.appDefinition.getMany(ORGANIZATION)).toMatchObject({ total: 0, items: [] })
})

test.each([
  ['another scheme', { src: 'ftp://site.example/' }, 'src'],
  ['http of another machine', { src: 'http://site.example/' }, 'src'],
  ['a script as its page', { src: 'javascript:alert(1)' }, 'src'],
  ['a password in the address of its page', { src: 'https://name:secret@site.example/' }, 'src'],
  ['an app bundle', { bundle: toLink('Asset', 'a') }, 'does not support the property "bundle"'],
  ['an unknown location', { locations: [{ location: 'footer' }] }, 'locations.0.location'],
  ['an entry field without types', { locations: [{ location: 'entry-field' }] }, 'locations.0.fieldTypes'],
  ['a parameter without an id', { parameters: { instance: [{ type: 'Symbol' }] } }, 'parameters.instance.0.id'],
])('rejects an app definition with %s', async (_, changes, expected) => {
  const request = client.raw.post('/organizations/local/app_definitions', { ...app, ...changes })
  const { status, details } = await catchApiError(request)
  expect(status).toBe(422)
  const texts = (details?.errors ?? []).map(({ path, details }) => `${[path].flat().join('.')} ${details}`)
  expect(texts.join('\n')).toContain(expected)
})

test('installs an app, replaces its parameters and uninstalls it', async () => {
  const { definition, params } = await createApp()
  expect(await catchApiError(client.appInstallation.get(params))).toMatchObject({ status: 404 })
  const created = await client.appInstallation.upsert(params, { parameters: { size: 3, labels: ['a'] } })
  expect(created).toMatchObject({
    parameters: { size: 3, labels: ['a'] },
    sys: {
      type: 'AppInstallation',
      appDefinition: toLink('AppDefinition', definition.sys.id),
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
  for (const name of ['A', 'B', 'C'])
    await client.appInstallation.upsert((await createApp({ ...app, name })).params, {})
  const { items, total, ...list } = await client.appInstallation.getMany({ query: { order: 'sys.id', limit: 2 } })
  const ids = items.map(({ sys }) => sys.appDefinition.sys.id)
  expect({ total, count: ids.length }).toEqual({ total: 3, count: 2 })
  const definitions = ids.map((id) => ({ sys: { id } }))
  expect(list).toMatchObject({ includes: { AppDefinition: definitions, ResolvedAppDefinition: definitions } })
})

test('responds 201 or 200 to an installation, and 422 to parameters that are no object or too large', async () => {
  const { params } = await createApp()
  const install = (parameters: unknown) =>
    sendRequest(local, 'PUT', `${MASTER}/app_installations/${params.appDefinitionId}`, { body: { parameters } })
  expect((await install({})).status).toBe(201)
  expect((await install({})).status).toBe(200)
  for (const parameters of [null, [], 'text', 5, true]) {
    const errors = [{ name: 'type', path: ['parameters'] }]
    expect(await install(parameters)).toMatchObject({ status: 422, body: { details: { errors } } })
  }
  expect((await install({ text: 'x'.repeat(32_000) })).status).toBe(422)
})

test('keeps declarations of parameters, and rejects parameters without a required one', async () => {
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
  const { definition, params } = await createApp({ ...app, parameters })
  expect(definition.parameters).toEqual(parameters)
  expect(await catchApiError(client.appInstallation.upsert(params, { parameters: {} }))).toMatchObject({
    status: 422,
    details: { errors: [{ name: 'required', path: ['parameters', 'key'] }] },
  })
  const installed = await client.appInstallation.upsert(params, { parameters: { key: 'a' } })
  expect(installed.parameters).toEqual({ key: 'a' })
  expect(await client.appInstallation.upsert(params, {})).not.toHaveProperty('parameters')
})

test('installs an app in one environment, and copies installations with an environment', async () => {
  const { params } = await createApp()
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

test('an editor interface accepts an app as the control of a field', async () => {
  const { definition } = await createApp()
  await publishPhotoModel(local)
  const params = { contentTypeId: 'album' }
  const current = await client.editorInterface.get(params)
  const widget = { widgetNamespace: 'app' as const, widgetId: definition.sys.id }
  const changes = { controls: [{ fieldId: 'title' }, { fieldId: 'photos', ...widget }], sidebar: [widget] }
  await client.editorInterface.update(params, { ...current, ...changes })
  expect(await client.editorInterface.get(params)).toMatchObject(changes)
})
