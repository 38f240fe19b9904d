import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { visuallyHidden } from '#src/components/visually-hidden.ts'

/** Tells readers by ear the title of each page but the first, as a browser does after a full page load (requirements §2). */
export function PageAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setTitle(document.title)
      }),
    [router],
  )

  return (
    <p className={visuallyHidden} aria-live="polite">
      {title}
    </p>
  )
}
