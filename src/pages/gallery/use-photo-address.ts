import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the gallery that the photograph was opened from. */
    isFromGallery?: boolean
  }
}

/** The photograph in the address, `/gallery?photo=<id>`: opening adds to the history, stepping on replaces, Back closes. */
export function usePhotoSearchParam() {
  const navigate = useNavigate()
  const router = useRouter()
  const replace = { to: '/gallery', replace: true, resetScroll: false } as const
  return {
    /** The visitor stepped on to it. */
    show: (photo: string) => navigate({ ...replace, search: { photo }, state: true }),
    /** The plain gallery, whether the photograph was opened from it or by a link of its own. */
    leave: () =>
      router.latestLocation.state.isFromGallery ? router.history.back() : navigate({ ...replace, search: {} }),
    /** An id that no photograph has. */
    drop: () => navigate({ ...replace, search: {} }),
  }
}
