// Hover shows the values of the curves near the pointer; dragging over a figure zooms in, a double click zooms out.
(function () {
  'use strict';
  var NS = 'http://www.w3.org/2000/svg';
  function make(name, at, parent) {
    var e = document.createElementNS(NS, name);
    for (var k in at) e.setAttribute(k, at[k]);
    parent.appendChild(e);
    return e;
  }
  function axis(area, letter) {
    var n = area.dataset[letter].split(' ').map(Number);
    return { low: n[0], high: n[1], log: n[2] === 1, factor: n[3], name: area.dataset[letter + 'name'], unit: area.dataset[letter + 'unit'] };
  }
  function value(a, part) { return a.log ? a.low * Math.pow(a.high / a.low, part) : a.low + part * (a.high - a.low); }
  function part(a, v) { return a.log ? Math.log(v / a.low) / Math.log(a.high / a.low) : (v - a.low) / (a.high - a.low); }
  function show(a, v) {
    var s = (v / a.factor).toPrecision(5);
    if (s.indexOf('e') < 0 && s.indexOf('.') >= 0) s = s.replace(/\.?0+$/, '');
    return s + (a.unit ? ' ' + a.unit : '');
  }
  // The points of a path of "M x y", "m dx dy", "l dx dy ..." and "h0".
  function points(path) {
    if (path.points) return path.points;
    var out = [], x = 0, y = 0, command = '', numbers = [];
    (path.getAttribute('d').match(/[Mmlh]|-?(?:\d+\.?\d*|\.\d+)/g) || []).forEach(function (t) {
      if (/[Mmlh]/.test(t)) { command = t; numbers = []; return; }
      numbers.push(+t);
      if (command === 'h' || numbers.length < 2) return;
      if (command === 'M') { x = numbers[0]; y = numbers[1]; } else { x += numbers[0]; y += numbers[1]; }
      numbers = [];
      out.push([x, y]);
    });
    return (path.points = out);
  }
  function nice(low, high, wanted) {
    var rough = (high - low) / wanted, power = Math.pow(10, Math.floor(Math.log10(rough))), step = 10 * power;
    [5, 2.5, 2, 1].forEach(function (s) { if (rough <= s * power * 1.000001) step = s * power; });
    var list = [], first = Math.ceil(low / step - 1e-9);
    for (var i = 0; i < 30 && (first + i) * step <= high + 1e-9 * step; i++) list.push((first + i) * step);
    var digits = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step) + (Math.abs(step / power - 2.5) < 1e-6 ? 1 : 0) - 1e-9)));
    return list.map(function (v) { return [v, v.toFixed(digits).replace('-', '\u2212')]; });
  }
  function logTicks(low, high) {
    if (high / low < 20) return nice(low, high, 5).filter(function (t) { return t[0] > 0; });
    var list = [];
    for (var e = Math.ceil(Math.log10(low)); e <= Math.log10(high); e++) list.push([Math.pow(10, e), '1e' + e]);
    return list;
  }
  function setUp(figure) {
    var svg = figure.querySelector('svg.figure'), area = svg && svg.querySelector('.area');
    if (!area) return;
    var w = +area.getAttribute('width'), h = +area.getAttribute('height'), left = +area.getAttribute('x'), top = +area.getAttribute('y');
    var x = axis(area, 'x'), y = axis(area, 'y'), view = [0, 0, w, h], bare = area.dataset.bare === '1', equal = area.dataset.equal === '1';
    var original = { tx: svg.querySelector('.tx').innerHTML, ty: svg.querySelector('.ty').innerHTML };
    var curves = [].slice.call(area.querySelectorAll('path.line,path.faint,path.dashed,path.dots,path.rings')), map = area.querySelector('.map');
    var tip = document.createElement('div'), cross = null, box = null, start = null;
    tip.className = 'tip';
    tip.hidden = true;
    figure.appendChild(tip);
    function at(event) { // of the pointer, in the units of the area as it is shown
      var r = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / r.width;
      var px = ((event.clientX - r.left) * scale - left) / w, py = ((event.clientY - r.top) * scale - top) / h;
      return { inside: px >= 0 && px <= 1 && py >= 0 && py <= 1, x: view[0] + px * view[2], y: view[1] + py * view[3], scale: scale, event: event };
    }
    function redraw() {
      area.setAttribute('viewBox', view.join(' '));
      var whole = view[2] === w && view[3] === h;
      [].forEach.call(area.querySelectorAll('.words'), function (t) { t.style.display = whole ? '' : 'none'; });
      ['tx', 'ty'].forEach(function (which) {
        var g = svg.querySelector('.' + which);
        if (whole) { g.innerHTML = original[which]; return; }
        g.innerHTML = '';
        if (bare) return;
        var a = which === 'tx' ? x : y, from = which === 'tx' ? view[0] / w : 1 - (view[1] + view[3]) / h, size = which === 'tx' ? view[2] / w : view[3] / h;
        var low = value(a, from), high = value(a, from + size);
        var list = a.log ? logTicks(low, high) : nice(low / a.factor, high / a.factor, which === 'tx' ? w / 72 : h / 42);
        list.forEach(function (t) {
          var p = (part(a, a.log ? t[0] : t[0] * a.factor) - from) / size;
          if (which === 'tx') {
            make('path', { 'class': 'grid', d: 'M' + (left + p * w) + ' ' + top + 'v' + h }, g);
            make('text', { x: left + p * w, y: top + h + 16, 'text-anchor': 'middle' }, g).textContent = t[1];
          } else {
            make('path', { 'class': 'grid', d: 'M' + left + ' ' + (top + (1 - p) * h) + 'h' + w }, g);
            make('text', { x: left - 6, y: top + (1 - p) * h + 4, 'text-anchor': 'end' }, g).textContent = t[1];
          }
        });
      });
    }
    function lines(p) {
      var out = [], best = null, told = null;
      if (map) {
        var l = map.dataset.left.trim().split(' ').map(Number), t = map.dataset.top.trim().split(' ').map(Number), z = map.dataset.z.trim().split(' ');
        var i = 0, j = 0;
        while (i < l.length - 2 && p.x > l[i + 1]) i++;
        while (j < t.length - 2 && p.y < t[j + 1]) j++;
        return [x.name + ' = ' + show(x, value(x, p.x / w)), y.name + ' = ' + show(y, value(y, 1 - p.y / h)), map.dataset.name + ' = ' + z[i * (t.length - 1) + j]];
      }
      curves.forEach(function (curve) {
        var near = null, d = Infinity, tips = curve.dataset.tips ? curve.dataset.tips.split('\n') : null, which = 0;
        points(curve).forEach(function (q, i) {
          var dx = (q[0] - p.x) * w / view[2], dy = (q[1] - p.y) * h / view[3], e = dx * dx + (equal ? 1 : 0.05) * dy * dy;
          if (e < d) { d = e; near = q; which = i; }
        });
        if (!near || d > 2500) return;
        if (tips || equal) { // of bodies only the nearest point is reported
          if (told && told.d <= d) return;
          told = { d: d, text: tips ? tips[which] : '' };
          best = { d: d, q: near };
          return;
        }
        if (!best || d < best.d) best = { d: d, q: near };
        out.push((curve.dataset.label || y.name) + ' = ' + show(y, value(y, 1 - near[1] / h)));
      });
      if (told && told.text) out = told.text.split('; ');
      else if (told) out = bare ? [] : [x.name + ' = ' + show(x, value(x, best.q[0] / w)), y.name + ' = ' + show(y, value(y, 1 - best.q[1] / h))];
      else if (best) out.unshift(x.name + ' = ' + show(x, value(x, best.q[0] / w)));
      if (best && cross) cross.setAttribute('d', 'M' + best.q[0] + ' 0V' + h + 'M0 ' + best.q[1] + 'H' + w);
      return out;
    }
    function hide() {
      tip.hidden = true;
      if (cross) cross.remove();
      cross = null;
    }
    svg.addEventListener('pointermove', function (event) {
      var p = at(event);
      if (start) {
        box.setAttribute('x', Math.min(start.x, p.x));
        box.setAttribute('y', Math.min(start.y, p.y));
        box.setAttribute('width', Math.abs(p.x - start.x));
        box.setAttribute('height', Math.abs(p.y - start.y));
        return;
      }
      if (!p.inside) return hide();
      if (!cross) cross = make('path', { 'class': 'cross', fill: 'none' }, area);
      var text = lines(p), r = figure.getBoundingClientRect();
      tip.hidden = text.length === 0;
      tip.textContent = '';
      text.slice(0, 12).forEach(function (t) { tip.appendChild(document.createElement('div')).textContent = t; });
      var px = event.clientX - r.left + 14;
      tip.style.left = Math.max(0, px + tip.offsetWidth > r.width ? px - tip.offsetWidth - 28 : px) + 'px';
      tip.style.top = event.clientY - r.top + 10 + 'px';
    });
    svg.addEventListener('pointerleave', hide);
    svg.addEventListener('pointerdown', function (event) {
      var p = at(event);
      if (!p.inside || event.pointerType === 'touch') return;
      hide();
      start = p;
      box = make('rect', { 'class': 'zoom', x: p.x, y: p.y, width: 0, height: 0 }, area);
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    svg.addEventListener('pointerup', function (event) {
      if (!start) return;
      var p = at(event), dx = Math.abs(p.x - start.x), dy = Math.abs(p.y - start.y);
      box.remove();
      // A flat box zooms one axis only.
      if (dx > 0.02 * view[2] || dy > 0.02 * view[3]) {
        var next = [Math.max(0, Math.min(p.x, start.x)), Math.max(0, Math.min(p.y, start.y)), dx, dy];
        if (dx < 0.03 * view[2]) { next[0] = view[0]; next[2] = view[2]; }
        if (dy < 0.06 * view[3]) { next[1] = view[1]; next[3] = view[3]; }
        if (equal) { // a body keeps its shape
          var size = Math.max(dx / w, dy / h);
          next = [next[0] + (dx - size * w) / 2, next[1] + (dy - size * h) / 2, size * w, size * h];
          next[0] = Math.max(0, Math.min(next[0], w - next[2]));
          next[1] = Math.max(0, Math.min(next[1], h - next[3]));
        }
        next[2] = Math.min(next[2], w - next[0]);
        next[3] = Math.min(next[3], h - next[1]);
        view = next;
        redraw();
      }
      start = box = null;
    });
    svg.addEventListener('dblclick', function () { view = [0, 0, w, h]; redraw(); });
  }
  [].forEach.call(document.querySelectorAll('figure'), setUp);
})();
