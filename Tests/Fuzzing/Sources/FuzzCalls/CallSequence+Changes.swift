import CDemarc
import DemarcC

/// Calls that change an engine.
extension CallSequence {
    mutating func changeEngine() {
        let (handle, text) = (engine(), reader.text())
        switch reader.byte() % 5 {
        case 0:
            unsafe text.withUnsafeBufferPointer { buffer in
                let app = unsafe demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                _ = unsafe withUnsafePointer(to: app) { unsafe demarc_engine_set_installed(handle, $0, 1, nil) }
            }
            if reader.byte() & 1 == 0 { _ = unsafe demarc_engine_set_installed(handle, nil, Int(reader.byte() & 1), nil) }
        case 1: _ = unsafe demarc_engine_set_browser_installed(handle, reader.number() & 3, nil)
        case 2: _ = unsafe demarc_engine_set_mdm_enrolled(handle, reader.number() & 3, nil)
        case 3: _ = unsafe demarc_engine_set_app(handle, text, text.count, nil)
        default:
            var info = demarc_info()
            info.size = size(of: demarc_info.self)
            _ = unsafe demarc_engine_info(handle, &info, nil)
        }
    }

    mutating func changeViews() {
        let (handle, view, text) = (engine(), view(), reader.text())
        switch reader.byte() % 10 {
        case 0, 1, 2:
            var added: demarc_view = 1
            let status: Int32 = unsafe text.withUnsafeBufferPointer { buffer in
                var options = demarc_view_options()
                unsafe options.size = size(of: demarc_view_options.self)
                unsafe options.flags = reader.number() & 3
                unsafe options.policy = reader.number() & 7
                unsafe options.parent = reader.byte() & 1 == 0 ? 0 : view
                unsafe options.opener = reader.byte() & 3 == 0 ? self.view() : 0
                if reader.byte() & 1 == 0 {
                    unsafe options.name = unsafe demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                } else if reader.byte() & 1 == 0 {
                    unsafe options.window = unsafe demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                }
                return unsafe demarc_view_add(handle, &options, &added, nil)
            }
            require((status == DEMARC_OK) == (added != 0), "a view was added, and the status is \(status)")
            if added != 0, views.count < 64 { views.append(added) }
        case 3: _ = unsafe demarc_view_move(handle, view, self.view(), nil, 0, nil)
        case 4: _ = unsafe demarc_view_move(handle, view, 0, text, text.count, nil)
        case 5: _ = unsafe demarc_view_remove(handle, view, nil)
        case 6: _ = unsafe demarc_view_set_policy(handle, view, reader.number() & 7, nil)
        case 7: _ = unsafe demarc_view_set_rule_set(handle, view, text, text.count, nil)
        case 8: _ = unsafe demarc_view_set_document(handle, view, text, text.count, nil)
        default: _ = unsafe demarc_view_set_page(handle, view, reader.number() & 3, text, text.count, nil)
        }
    }

    mutating func changeIdentities() {
        let (handle, text, other) = (engine(), reader.text(), reader.text())
        switch reader.byte() % 6 {
        case 0: _ = unsafe demarc_window_open(handle, text, text.count, nil)
        case 1: _ = unsafe demarc_window_close(handle, text, text.count, nil)
        case 2: _ = unsafe demarc_sign_in(handle, text, text.count, nil)
        case 3: _ = unsafe demarc_sign_out(handle, text, text.count, nil)
        case 4:
            let level = reader.number() & 3
            if reader.byte() & 1 == 0 {
                _ = unsafe demarc_switch_identity(handle, text, text.count, level, nil, 0, nil)
            } else {
                _ = unsafe demarc_switch_identity(handle, text, text.count, level, other, other.count, nil)
            }
        default:
            let level = reader.number() & 3
            unsafe text.withUnsafeBufferPointer { text in
                unsafe other.withUnsafeBufferPointer { other in
                    let shown = unsafe [
                        demarc_text(bytes: text.baseAddress, count: text.count),
                        demarc_text(bytes: other.baseAddress, count: other.count),
                    ]
                    _ = unsafe demarc_show_accounts(handle, shown, 2, level, nil, 0, nil)
                }
            }
        }
    }

    /// Reports a page: an answer as it came, or changed in a word.
    mutating func report() {
        var answer = reader.choice(answers)
        answer.size = size(of: demarc_answer.self)
        switch reader.byte() % 6 {
        case 0: answer.reserved.1 ^= reader.word()
        case 1: answer.reserved.2 ^= reader.word()
        case 2: answer.reserved.4 = reader.word()
        default: break
        }
        _ = unsafe demarc_did_navigate(engine(), view(), &answer, nil)
    }
}
