"""Opens a contact sheet in a headless Chromium, does what a person does, and keeps the manifest that the page writes.

sheet_oracle.py PAGE FOLDER [STEP]...   STEP is one of
  choose=PHOTO=TEXT   types TEXT into the field of the card of this manifest cell
  pick=PHOTO=ID       presses the button of a candidate
  leave=PHOTO         presses "Leave out"
  primary=PHOTO       presses "Primary"
  every=1             asks for every decision
  save=1              presses "Write manifest" and waits for the file in FOLDER
  shot=WIDTH=FILE     keeps a picture of the first screen, WIDTH px wide
Prints one JSON line: seconds until the page was loaded and drawn, cards, the status line, requests that left the disk,
errors of the script, and the widest overflow in px.
"""
import json
import os
import subprocess
import sys
import tempfile
import time


class Browser:
    """Chromium over --remote-debugging-pipe: messages end in a NUL, commands on descriptor 3, answers on 4."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()

        def descriptors():
            # Above what is overwritten first.
            read, write = os.dup(command_read), os.dup(answer_write)
            read, write = (os.dup(read), os.dup(write)) if min(read, write) < 5 else (read, write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-pipe", "--user-data-dir=" + self.profile.name],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.buffer, self.number, self.events = b"", 0, []

    def message(self):
        while b"\0" not in self.buffer:
            block = os.read(self.answers, 1 << 16)
            if not block:
                raise SystemExit("the browser ended")
            self.buffer += block
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(index)
            self.events.append(self.message())

    def close(self):
        self.process.kill()
        self.process.wait()


def main():
    page, folder, steps = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    browser = Browser()
    try:
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network"]:
            browser.ask(domain + ".enable", session)
        browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        browser.ask("Emulation.setDeviceMetricsOverride", session, width=1280, height=900, deviceScaleFactor=1,
                    mobile=False)

        def run(script, **values):
            answer = browser.ask("Runtime.evaluate", session, awaitPromise=True, returnByValue=True,
                                 expression=f"(async ({', '.join(values)}) => {{ {script} }})"
                                            f"({', '.join(json.dumps(value) for value in values.values())})")
            if "exceptionDetails" in answer:
                raise SystemExit(json.dumps(answer["exceptionDetails"]))
            return answer["result"].get("value")

        start = time.monotonic()
        browser.ask("Page.navigate", session, url="file://" + page)
        browser.wait("Page.loadEventFired")
        run("await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));")
        seconds = time.monotonic() - start
        card = "const card = [...document.querySelectorAll('.card')].find((c) => c.dataset.photo === photo);" \
               "if (!card) throw new Error('no card of ' + photo);"
        for step in steps:
            verb, _, rest = step.partition("=")
            photo, _, text = rest.partition("=")
            if verb == "choose":
                run(card + "const field = card.querySelector('.field'); field.value = text;"
                           "field.dispatchEvent(new Event('input', { bubbles: true }));", photo=photo, text=text)
            elif verb == "pick":
                run(card + "[...card.querySelectorAll('.candidate')].find((b) => b.dataset.id === text).click();",
                    photo=photo, text=text)
            elif verb in ["leave", "primary"]:
                run(card + "card.querySelector('.' + verb).click();", photo=photo, verb=verb)
            elif verb == "every":
                run("document.querySelector('#every').click();")
            elif verb == "save":
                run("document.querySelector('#save').click();")
                place = os.path.join(folder, "manifest.csv")
                limit = time.monotonic() + 20
                while not os.path.exists(place) and time.monotonic() < limit:
                    run("await new Promise((done) => setTimeout(done, 50));")
            elif verb == "shot":
                browser.ask("Emulation.setDeviceMetricsOverride", session, width=int(photo), height=1500,
                            deviceScaleFactor=1, mobile=int(photo) < 600)
                run("await new Promise((done) => setTimeout(done, 600));")
                import base64
                with open(text, "wb") as file:
                    file.write(base64.b64decode(browser.ask("Page.captureScreenshot", session)["data"]))
        found = run("""
          const overflow = Math.max(...[375, 1280].map(() => document.documentElement.scrollWidth - innerWidth));
          return { cards: document.querySelectorAll('.card').length, overflow,
                   changed: document.querySelectorAll('.changed').length,
                   status: document.querySelector('#status').textContent }""")
        urls = [event["params"]["request"]["url"] for event in browser.events
                if event.get("method") == "Network.requestWillBeSent"]
        found["outside"] = [url for url in urls if not url.startswith(("file:", "data:", "blob:", "about:"))]
        found["errors"] = [event["params"] for event in browser.events
                           if event.get("method") == "Runtime.exceptionThrown"]
        found["seconds"] = round(seconds, 2)
        print(json.dumps(found))
    finally:
        browser.close()


main()
