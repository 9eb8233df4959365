// A browser starts no worker for a page of the file system: there the search runs in a frame. The search looks for this name.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super()
    const frame = document.createElement("iframe")
    frame.hidden = true
    document.body.appendChild(frame)
    this.inside = frame.contentWindow
    this.inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
    this.inside.importScripts = async (...urls) => {
      for (const each of urls) await this.load(new URL(each, document.baseURI))
    }
    this.ready = this.load(url)
  }

  load(url) {
    return new Promise((done, fail) => {
      const script = this.inside.document.createElement("script")
      Object.assign(script, { src: url, onload: done, onerror: fail })
      this.inside.document.head.appendChild(script)
    })
  }

  postMessage(data) {
    this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })))
  }

  terminate() {}
}

if (location.protocol === "file:") Object.assign(window, { IFrameWorker, Worker: IFrameWorker })
