// Runs in Electron's sandbox before the page: gives it the one function of the bridge (apps/web/src/window/desktop-bridge.ts).
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('parleyDesktop', {
  postMessage: text => ipcRenderer.send('parley-desktop', String(text)),
})
