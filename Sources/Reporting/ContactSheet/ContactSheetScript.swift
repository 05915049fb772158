/// The contact sheet's one script: keeps what a person changed and writes it as a manifest. It asks nothing of anyone.
let sheetScript: StaticString = #"""
  'use strict';
  (() => {
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const one = (selector, within = document) => within.querySelector(selector);
    const cards = all('.card'), groups = all('main>.group');
    const save = one('#save'), every = one('#every'), status = one('#status'), search = one('#search');
    const fold = (text) => text.normalize('NFC').toLowerCase();
    const items = all('#items option').map((o) => ({ id: o.value, name: o.dataset.name || '', label: o.label }));
    const byID = new Map(items.map((item) => [item.id, item]));
    const byText = new Map();
    for (const item of items) {
      for (const text of new Set([fold(item.id), fold(item.name)])) {
        if (text) byText.set(text, [...(byText.get(text) || []), item]);
      }
    }
    // Where each card's photo goes now: an id, '-' for none, '' undecided, null for a text that names nothing.
    const now = new Map(cards.map((card) => [card, card.dataset.item]));
    const asked = new Set();
    let saved = true;

    // An id or a name, in full: the beginning of one would be a guess.
    const resolve = (text) => byID.has(text) ? [byID.get(text)] : byText.get(fold(text)) || [];
    const near = (text) => resolve(text).concat(items.filter((item) =>
      fold(item.name).includes(fold(text)) || fold(item.id).includes(fold(text)))).slice(0, 3);
    function target(card) {
      if (card.classList.contains('left')) return '-';
      const text = one('.field', card).value.trim();
      if (!text) return card.dataset.item ? '-' : '';
      const found = resolve(text);
      return found.length === 1 ? found[0].id : null;
    }
    const isChanged = (card) => now.get(card) !== card.dataset.item || asked.has(card);

    function showPrimary(item) {
      const mine = cards.filter((card) => now.get(card) === item && one('.primary', card));
      const chosen = mine.find((card) => asked.has(card)) ||
        mine.find((card) => card.dataset.primary && card.dataset.item === item);
      for (const card of mine) one('.primary', card).setAttribute('aria-pressed', String(card === chosen));
    }
    function update(card) {
      const before = now.get(card), after = target(card);
      now.set(card, after);
      if (before !== after) asked.delete(card);
      const field = one('.field', card), text = field.value.trim();
      field.setAttribute('aria-invalid', String(after === null));
      const found = after === null ? near(text) : [];
      one('.say', card).textContent = after === null
        ? (found.length ? 'Which? ' + found.map((item) => item.id).join(', ') : 'No such possession')
        : after === '-' ? 'Belongs to no possession' : after && isChanged(card) ? byID.get(after).label : '';
      one('.leave', card).setAttribute('aria-pressed', String(after === '-'));
      card.classList.toggle('left', after === '-');
      for (const item of new Set([before, after])) if (item && item !== '-') showPrimary(item);
      mark(card);
    }
    function mark(card) {
      card.classList.toggle('changed', isChanged(card));
      one('.reset', card).hidden = !isChanged(card);
      saved = false;
      tell();
    }
    function tell() {
      const changed = cards.filter(isChanged), wrong = changed.filter((card) => now.get(card) === null);
      status.textContent = !changed.length ? 'No changes yet'
        : changed.length + (changed.length === 1 ? ' change' : ' changes') +
          (wrong.length ? ', ' + wrong.length + ' without a possession that exists' : '');
      save.disabled = !every.checked && changed.length === wrong.length;
    }

    // The manifest's rows. What one card of a photo changes settles the photo, so all its cards are written.
    function manifest() {
      const rows = [['photo', 'item_id', 'position', 'primary', 'only', 'edit', 'caption']];
      const photos = new Map();
      for (const card of cards) photos.set(card.dataset.photo, [...(photos.get(card.dataset.photo) || []), card]);
      for (const [photo, mine] of photos) {
        if (!every.checked && !mine.some(isChanged)) continue;
        if (mine.some((card) => now.get(card) === null)) continue;
        const placed = mine.filter((card) => now.get(card) && now.get(card) !== '-');
        if (!placed.length && mine.some((card) => now.get(card) === '-')) rows.push([photo, '-', '', '', 'yes', '', '']);
        const seen = new Set();
        for (const card of placed) {
          const item = now.get(card), stays = item === card.dataset.item;
          if (seen.has(item)) continue;
          seen.add(item);
          const button = one('.primary', card);
          const isPrimary = asked.has(card) ||
            (every.checked && stays && button && button.getAttribute('aria-pressed') === 'true');
          rows.push([photo, item, stays && card.dataset.position || '', isPrimary ? 'yes' : '', 'yes',
            stays && card.dataset.edit || '', stays && card.dataset.caption || '']);
        }
      }
      return rows.map((row) => row.map(cell).join(',') + '\n').join('');
    }
    function cell(text) {
      // A spreadsheet would run it; the program takes the apostrophe away again.
      if (text !== '-' && /^'*[=+\-@\t\r]/.test(text)) text = "'" + text;
      return /[",;\t\r\n]|^\s|\s$/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
    }
    function write() {
      const text = manifest(), link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
      link.download = save.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      saved = true;
      const count = text.split('\n').length - 2;
      const wrong = cards.filter((card) => now.get(card) === null).length;
      status.textContent = save.dataset.name + ' written: ' + count + (count === 1 ? ' row' : ' rows') +
        (wrong ? '; ' + wrong + ' without a possession that exists left out' : '');
    }

    function filter() {
      const kind = one('[name=show]:checked').value, words = fold(search.value.trim());
      for (const group of groups) {
        const mine = all('.card', group);
        if (!mine.length) { group.hidden = kind !== 'all' || words !== ''; continue; }
        const isNamed = words && fold(one('header', group).textContent).includes(words);
        let shown = 0;
        for (const card of mine) {
          const fits = kind === 'all' || (kind === 'open' && group.classList.contains('open')) ||
            (kind === 'changed' && isChanged(card));
          card.hidden = !fits || Boolean(words && !isNamed && !fold(card.textContent + ' ' + card.dataset.photo).includes(words));
          if (!card.hidden) shown += 1;
        }
        group.hidden = !shown;
      }
    }

    document.addEventListener('input', (event) => {
      const card = event.target.closest('.card');
      if (card) { card.classList.remove('left'); update(card); return; }
      if (event.target === every) tell(); else filter();
    });
    document.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button) return;
      if (button === save) return write();
      const card = button.closest('.card'), field = one('.field', card);
      if (button.classList.contains('candidate')) {
        field.value = button.dataset.id;
        card.classList.remove('left');
        update(card);
      } else if (button.classList.contains('leave')) {
        card.classList.toggle('left');
        if (!card.classList.contains('left') && !field.value && card.dataset.item !== '-') field.value = card.dataset.item;
        update(card);
      } else if (button.classList.contains('reset')) {
        field.value = card.dataset.item === '-' ? '' : card.dataset.item;
        card.classList.toggle('left', card.dataset.item === '-');
        asked.delete(card);
        update(card);
      } else if (button.classList.contains('primary')) {
        const item = now.get(card);
        if (!item || item === '-') { field.focus(); return; }
        const rivals = cards.filter((other) => now.get(other) === item);
        for (const other of rivals) if (asked.delete(other)) mark(other);
        if (!(card.dataset.primary && card.dataset.item === item)) asked.add(card);
        showPrimary(item);
        mark(card);
      }
    });
    addEventListener('beforeunload', (event) => {
      if (!saved && cards.some(isChanged)) event.preventDefault();
    });
  })();
  """#
