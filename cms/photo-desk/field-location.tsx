import type { FieldAppSDK } from '@contentful/app-sdk'
import { Button, Flex, Note, Paragraph } from '@contentful/f36-components'
import { useAutoResizer } from '@contentful/react-apps-toolkit'
import { useEffect, useRef, useState } from 'react'
import { createLink, parseLink } from '#cms/links.ts'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { FieldThumbnails } from './field-thumbnails.tsx'
import { getDeskPath, PICTURE_TYPES } from './space/desk-path.ts'
import type { SpaceEntry } from './space/space-pictures.ts'

/** The entry-field location: the pictures of a list, with the way to the page of the app, where they are changed. */
export function FieldLocation({ sdk }: { readonly sdk: FieldAppSDK }) {
  useAutoResizer()
  const pictureType = PICTURE_TYPES.find(({ page }) => page.field === sdk.field.id)
  if (!pictureType)
    return <Note variant="warning">The photo desk has no pictures for the field “{sdk.field.name}”.</Note>
  return <PictureList sdk={sdk} pictureType={pictureType} />
}

interface PictureListProps {
  readonly sdk: FieldAppSDK
  readonly pictureType: PictureType
}

/** What the last action has done: an error, or that there was nothing to do. */
interface Message {
  readonly variant: 'negative' | 'neutral'
  readonly text: string
}

function PictureList({ sdk, pictureType }: PictureListProps) {
  const { name, type, page } = pictureType
  const { links, getLinks, setLinks } = useFieldLinks(sdk)
  const [isDisabled, setIsDisabled] = useState(() => sdk.field.getIsDisabled())
  const [message, setMessage] = useState<Message>()
  useEffect(() => sdk.field.onIsDisabledChanged(setIsDisabled), [sdk])
  const ids = links.flatMap((link) => parseLink(link)?.id ?? [])

  const addExisting = async () => {
    setMessage(undefined)
    try {
      const chosen = await sdk.dialogs.selectSingleEntry<SpaceEntry>({ contentTypes: [type] })
      if (!chosen) return
      const { id } = chosen.sys
      const current = getLinks() // the list may have changed while the dialog was open
      if (current.some((link) => parseLink(link)?.id === id))
        setMessage({ variant: 'neutral', text: `This ${name} is already in the ${page.name}.` })
      else await setLinks([...current, createLink('Entry', id)])
    } catch (error) {
      const text = `The ${name} was not added: ${getReason(error)}. Reload the page, then try again.`
      setMessage({ variant: 'negative', text })
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
      <div role={message?.variant === 'negative' ? 'alert' : 'status'}>
        {message && <Note variant={message.variant}>{message.text}</Note>}
      </div>
    </Flex>
  )
}

/** The links of the field, and the function that changes them. A rejected change leaves them as they are. */
function useFieldLinks({ field }: FieldAppSDK) {
  const [links, showLinks] = useState(() => toLinks(field.getValue()))
  const latest = useRef(links)
  const show = (value: unknown) => {
    latest.current = toLinks(value)
    showLinks(latest.current)
  }
  useEffect(() => field.onValueChanged(show), [field])
  return {
    links,
    getLinks: () => latest.current,
    setLinks: async (changed: readonly unknown[]) => {
      await field.setValue(changed)
      show(changed)
    },
  }
}

const toLinks = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the message of an error of the web app, without a period at its end. */
function getReason(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return String(text).replace(/\.$/, '')
}
