import { defineContentType, editorTitleField, lineField, patternField } from './field-definitions.ts'

/** Labels of buttons and menus, and announcements for screen readers. */
export const interfaceTexts = defineContentType({
  id: 'interfaceTexts',
  name: 'Interface texts',
  description:
    'Small words of buttons, menus and announcements. Many are only heard, by visitors who use a screen reader.',
  title: 'name',
  fields: {
    name: editorTitleField({ help: 'For editors only.' }),
    loading: lineField({ max: 40, help: 'Said while a page or a message is on its way.' }),
    skipToContent: lineField({ max: 40, help: 'The first link of every page, for visitors who use the keyboard.' }),
    mainNavigation: lineField({ max: 40, help: 'The name of the navigation bar.' }),
    openMenu: lineField({ max: 40, help: 'The menu button, while the menu is closed.' }),
    closeMenu: lineField({ max: 40, help: 'The menu button, while the menu is open.' }),
    pauseVideo: lineField({ max: 40, help: 'The button of the film at the top of a page, while it plays.' }),
    playVideo: lineField({ max: 40, help: 'The button of the film at the top of a page, while it stands still.' }),
    videoUnsupported: lineField({ max: 120, help: 'Shown by browsers that cannot play films.' }),
    videoFailed: lineField({ max: 120, help: 'In the place of the company film, if it cannot be loaded.' }),
    watchOnVimeo: lineField({ max: 40, help: 'The link under that text, to the film’s page on Vimeo.' }),
    close: lineField({
      max: 40,
      help: 'Closes the film, the large photograph, or a notice at the bottom of the screen.',
    }),
    newTab: lineField({ max: 60, help: 'Added to the name of every link that opens a new tab.' }),
    photoCount: patternField(/\{count\}/, {
      max: 60,
      help: 'Over the gallery’s grid. {count} becomes the number of photographs.',
      message: 'The text must contain {count}',
    }),
    previousPhoto: lineField({ max: 40, help: 'The arrow to the photograph before, beside the large one.' }),
    nextPhoto: lineField({ max: 40, help: 'The arrow to the photograph after, beside the large one.' }),
    photoPosition: patternField(/^(?=.*\{index\}).*\{count\}/, {
      max: 60,
      help: 'Over the large photograph. {index} becomes its number, {count} how many there are.',
      message: 'The text must contain {index} and {count}',
    }),
    allPhotos: lineField({ max: 40, help: 'The name of the strip of small photographs under the large one.' }),
    zoomIn: lineField({ max: 40, help: 'Makes the large photograph larger.' }),
    zoomOut: lineField({ max: 40, help: 'Makes it smaller again.' }),
    photoFailed: lineField({ max: 120, help: 'In the place of a large photograph that could not be loaded.' }),
    pageUpdated: lineField({ max: 120, help: 'Shown when a newer version of the site must be loaded first.' }),
    reload: lineField({ max: 40, help: 'The button beside that text.' }),
    offline: lineField({ max: 120, help: 'Shown while the next page cannot be loaded: nothing answers.' }),
  },
})
