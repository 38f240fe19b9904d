import type { FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Paragraph } from '@contentful/f36-components'
import { createLink, parseLink } from '#cms/links.ts'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { getReason, useFieldValue, useIsFieldDisabled } from './entry-field.ts'
import { FieldThumbnails } from './field-thumbnails.tsx'
import { getDeskPath } from './space/desk-path.ts'
import type { SpaceEntry } from './space/space-pictures.ts'

interface PictureListFieldProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
}

const toLinks = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The pictures of a list, with the way to the page of the app, where they are changed. */
export function PictureListField({ sdk, pictureType }: PictureListFieldProps) {
  const { name, type, page } = pictureType
  const { value: links, getLatest, show } = useFieldValue(sdk.field, toLinks)
  const isDisabled = useIsFieldDisabled(sdk.field)
  const ids = links.flatMap((link) => parseLink(link)?.id ?? [])

  const addExisting = async () => {
    try {
      const chosen = await sdk.dialogs.selectSingleEntry<SpaceEntry>({ contentTypes: [type] })
      if (!chosen) return
      const { id } = chosen.sys
      const current = getLatest() // the list may have changed while the dialog was open
      if (current.some((link) => parseLink(link)?.id === id))
        sdk.notifier.warning(`This ${name} is already in the ${page.name}.`)
      else {
        const changed = [...current, createLink('Entry', id)]
        await sdk.field.setValue(changed)
        show(changed)
      }
    } catch (error) {
      sdk.notifier.error(`The ${name} was not added: ${getReason(error)}. Reload the page, then try again.`)
    }
  }
  return (
    <Flex flexDirection="column" gap="spacingM">
      <Paragraph marginBottom="none">{ids.length === 1 ? `1 ${name}` : `${ids.length} ${name}s`}</Paragraph>
      <FieldThumbnails sdk={sdk} pictureType={pictureType} ids={ids} />
      {!isDisabled && (
        <Flex gap="spacingS" flexWrap="wrap">
          <Button
            variant="primary"
            onClick={() => sdk.navigator.openCurrentAppPage({ path: getDeskPath(pictureType) })}
          >
            Open the photo desk
          </Button>
          <Button onClick={addExisting}>Add existing …</Button>
        </Flex>
      )}
    </Flex>
  )
}
